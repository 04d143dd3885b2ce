import { webcrypto } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { replaceWrite } from '../../src/ports.js';
import { ORDER, ORDER_ACTIONS } from '../../src/ucp/capabilities.js';
import { contentDigest } from '../../src/ucp/signatures/message.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import type { Sent } from '../delivery/receiver.js';
import { anotherKey } from '../support/tenants.js';
import { INVOICE, PAYMENT, ready } from './bodies.js';
import { VERSION as EARLY } from './early-contract.js';
import { HOST, type ListeningShop, listeningShop } from './listening-shop.js';
import { OWN } from './own-extensions.js';
import { call, OPEN, PROFILE, platformProfile, setUcp } from './platform.js';
import { withSchemas } from './schemas.js';
import { verifiedElsewhere } from './signing.js';

const MINUTE = 60_000;

function created({ headers }: Sent): number {
  return Number(/;created=(\d+)/.exec(String(headers['signature-input']))?.[1]);
}

withSchemas('the webhook of an order', () => {
  describe.each(VERSIONS.map(({ date }) => date))('%s', (version) => {
    let shop: ListeningShop;
    beforeAll(async () => {
      shop = await listeningShop(version);
    });
    afterAll(() => shop.close());

    const keys = async () => (await shop.portal.request('GET', '/.well-known/ucp', { key: null })).json.keys;
    const read = async (id: string) => (await call(shop, version, 'GET', `/orders/${id}`, { key: shop.key })).json;

    test('sends the whole order at each change, in the negotiated version', async () => {
      const { id: order_id, line } = await shop.bought();
      const line_items = [{ id: line, quantity: 1 }];
      const sent = { type: 'shipped', line_items, tracking_number: '1Z', tracking_url: 'https://carrier.example/1Z' };
      await shop.merchant.ok('record_fulfillment_event', { order_id, ...sent });
      await shop.merchant.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
      await shop.merchant.ok('cancel_order', { order_id, line_items: [{ id: line, quantity: 2 }] });
      // One event is sent when a refund is recorded, and another when it is completed.
      const told = (await shop.told(order_id, 6)).map(({ body }) => JSON.parse(body));
      const [first] = told;
      expect(first).toMatchObject({ line_items: [{ id: line, quantity: { total: 3, fulfilled: 0 } }] });
      expect(first.fulfillment.events).toEqual([]);
      expect(told.map(({ fulfillment }) => fulfillment.events.length)).toEqual([0, 1, 1, 1, 1, 1]);
      const last = told.at(-1);
      expect(last.fulfillment.events[0]).toMatchObject(sent);
      expect(last.line_items[0].quantity).toMatchObject({ total: 1, fulfilled: 1 });
      const types = last.adjustments.map(({ type }: { type: string }) => type);
      expect(types).toEqual(['refund', 'cancellation']);
      const sign = version === EARLY ? 1 : -1;
      const [refund, cancellation] = last.adjustments;
      expect(version === EARLY ? refund.amount : refund.totals[0].amount).toBe(sign * 100);
      expect(cancellation.line_items).toEqual([{ id: line, quantity: sign * 2 }]);
      if (version !== EARLY) expect(last).toEqual(await read(order_id));
    });

    test('sends the corrected tracking of a shipment, and nothing of the earlier one', async () => {
      const { id: order_id, line } = await shop.bought();
      const sent = { type: 'shipped', line_items: [{ id: line, quantity: 3 }] };
      const tracking = (number: string) => ({
        tracking_number: number,
        tracking_url: `https://carrier.example/${number}`,
      });
      const { data } = await shop.merchant.ok('record_fulfillment_event', {
        order_id,
        ...sent,
        ...tracking('1Z999AA10123456777'),
      });
      const event_id: string = data.fulfillment.events[0].id;
      const { key } = await anotherKey(shop.portal, 'organization', { scopes: ['orders:fulfill'] });
      const owner = registryCaller(() => shop.portal.url, key);
      const named = { shop_id: shop.portal.demo.shop_id, order_id, event_id };
      await owner.ok('correct_shop_tracking', { ...named, ...tracking('1Z999AA10123456788') });
      const { body } = required((await shop.told(order_id, 3)).at(-1), 'event');
      expect(JSON.parse(body).fulfillment.events).toMatchObject([{ id: event_id, ...tracking('1Z999AA10123456788') }]);
      expect(body).not.toMatch(/1Z999AA10123456777|earlier/);
      if (version !== EARLY) expect(JSON.parse(body)).toEqual(await read(order_id));
    });

    test('names the units and states the amount of an order canceled before payment', async () => {
      const { id: order_id, line } = await shop.bought({ key: shop.key, instrument: INVOICE });
      await shop.merchant.ok('cancel_order', { order_id });
      const last = JSON.parse((await shop.told(order_id, 2)).at(-1)?.body ?? '');
      expect(last.line_items).toMatchObject([{ id: line, quantity: { total: 0, fulfilled: 0 } }]);
      expect(last.line_items[0].status).toBe(version === EARLY ? 'fulfilled' : 'removed');
      const line_items = [{ id: line, quantity: version === EARLY ? 3 : -3 }];
      expect(last.adjustments).toEqual([
        {
          ...{ id: expect.any(String), occurred_at: expect.any(String) },
          ...{ type: 'cancellation', status: 'completed', line_items },
          description: expect.stringMatching(/^\$\d+\.\d\d no longer to be paid$/),
        },
      ]);
    });

    test("signs events that another implementation verifies with the profile's keys", async () => {
      const { id } = await shop.bought();
      const [sent] = await shop.told(id, 1);
      const { headers, body, path } = required(sent, 'event');
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'content-digest': contentDigest(Buffer.from(body)),
        'ucp-agent': `profile="https://${HOST}/.well-known/ucp"`,
        'webhook-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        'webhook-timestamp': String(shop.clock.now() / 1000),
      });
      const covered = ['@method', '@authority', '@path', 'content-digest', 'content-type', 'ucp-agent', 'webhook-id'];
      for (const name of [...covered, 'webhook-timestamp']) expect(headers['signature-input']).toContain(`"${name}"`);
      const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const message = { method: 'POST', url: `${shop.receiver.url}${path}`, headers: all };
      expect(await verifiedElsewhere(message, await keys())).toBe(true);
      for (const name of ['webhook-id', 'webhook-timestamp', 'content-digest', 'ucp-agent']) {
        const other = { ...message, headers: { ...all, [name]: `${all[name]}0` } };
        expect(await verifiedElsewhere(other, await keys())).not.toBe(true);
      }
    });

    test('keeps id, time and body on a retry, with a new signature', async () => {
      shop.receiver.answers('/orders', 503);
      const { id } = await shop.bought();
      await shop.told(id, 1);
      await expect.poll(async () => (await shop.deliveries()).at(-1)?.attempts).toBe(1);
      shop.receiver.answers('/orders', 200);
      shop.clock.advance(MINUTE);
      const [first, second] = await shop.told(id, 2);
      const kept = ({ headers, body }: Sent) => [headers['webhook-id'], headers['webhook-timestamp'], body];
      expect(kept(required(second, 'second'))).toEqual(kept(required(first, 'first')));
      expect(created(required(second, 'second')) - created(required(first, 'first'))).toBe(60);
    });
  });

  test("signs the body for 2026-01-11 too, which has the event's id and time", async () => {
    const shop = await listeningShop(EARLY);
    const { id } = await shop.bought();
    const [sent] = await shop.told(id, 1);
    const { headers, body } = required(sent, 'event');
    expect(JSON.parse(body)).toMatchObject({
      event_id: headers['webhook-id'],
      created_time: new Date(shop.clock.now()).toISOString(),
    });
    const { keys } = (await shop.portal.request('GET', '/.well-known/ucp', { key: null })).json;
    const [head = '', payload, signature = ''] = String(headers['request-signature']).split('.');
    expect([JSON.parse(Buffer.from(head, 'base64url').toString()), payload]).toEqual([
      { alg: 'ES256', kid: keys[0].kid },
      '',
    ]);
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await webcrypto.subtle.importKey('jwk', keys[0], algorithm, false, ['verify']);
    const verify = (of: string) =>
      webcrypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        key,
        Buffer.from(signature, 'base64url'),
        Buffer.from(`${head}.${Buffer.from(of).toString('base64url')}`),
      );
    expect([await verify(body), await verify(`${body} `)]).toEqual([true, false]);
    await shop.close();
  });

  test('uses the version negotiated at completion', async () => {
    const [before, after] = ['2026-04-08', '2026-08-25'];
    const shop = await listeningShop(before);
    const as = { key: shop.key };
    const moved = (version: string) => {
      shop.listensAt(`${shop.receiver.url}/orders`, version);
      shop.clock.advance(2 * MINUTE);
    };
    const { json: cart } = await call(shop, before, 'POST', '/checkout-sessions', {
      ...as,
      body: ready(),
    });
    moved(after);
    const path = `/checkout-sessions/${cart.id}/complete`;
    const { json: paid } = await call(shop, after, 'POST', path, { ...as, body: PAYMENT });
    moved(before);
    await shop.merchant.ok('hold_order', { order_id: paid.order.id, reason: 'Checked' });
    const told = (await shop.told(paid.order.id, 2)).map(({ body }) => JSON.parse(body));
    expect(told.map(({ ucp }) => ucp.version)).toEqual([after, after]);
    await shop.close();
  });

  test('names the negotiated portal extensions, and none after the host has changed', async () => {
    const version = '2026-08-25';
    const shop = await listeningShop(version);
    shop.connector.serve(PROFILE, platformProfile(version, undefined, `${shop.receiver.url}/orders`, OWN));
    const { id: order_id } = await shop.bought();
    await setUcp(shop.portal, { ...OPEN, host: 'other.example.com' });
    await shop.merchant.ok('hold_order', { order_id, reason: 'Checked' });
    const [before, after] = (await shop.told(order_id, 2)).map(({ body }) => JSON.parse(body));
    expect(Object.keys(before.ucp.capabilities)).toEqual([ORDER, ...Object.keys(OWN)]);
    expect(before).toMatchObject({ on_hold: false, line_items: [{ properties: [] }] });
    expect(Object.keys(after.ucp.capabilities)).toEqual([ORDER]);
    for (const member of ['on_hold', 'hold_reason', 'permitted_actions']) expect(after).not.toHaveProperty(member);
    expect(after.line_items[0]).not.toHaveProperty('properties');
    await shop.close();
  });

  test('omits a portal extension whose schema differs from the negotiated one', async () => {
    const version = '2026-08-25';
    const shop = await listeningShop(version);
    shop.connector.serve(PROFILE, platformProfile(version, undefined, `${shop.receiver.url}/orders`, OWN));
    const { id: order_id } = await shop.bought();
    const [actions = '', ...others] = Object.keys(OWN).filter((name) => name.endsWith(ORDER_ACTIONS));
    expect(others).toEqual([]);
    // Simulates an upgrade: the order was placed when the extension had another schema.
    await shop.portal.app.store.update((rows) => {
      const order = required(rows.get('order', order_id), 'order');
      const platform = required(order.platform, 'platform');
      const before = required(platform.agreed, 'what was agreed on');
      const agreed = { ...before, capabilities: { ...before.capabilities, [actions]: '2020-01-01' } };
      const writes = [replaceWrite('order', order, { ...order, platform: { ...platform, agreed } })];
      return { writes, result: undefined };
    });
    await shop.merchant.ok('hold_order', { order_id });
    const told = (await shop.told(order_id, 2)).map(({ body }) => JSON.parse(body));
    expect(told[0]).toHaveProperty('on_hold');
    expect(told.at(-1)).not.toHaveProperty('on_hold');
    const left = Object.keys(told.at(-1).ucp.capabilities);
    expect(left).toEqual([ORDER, ...Object.keys(OWN).filter((name) => name !== actions)]);
    await shop.close();
  });
});
