import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface } from '../support/surfaces.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const MUG = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] };
const key = (value: string) => ({ 'idempotency-key': value });

describe('Idempotency-Key', () => {
  test('replays the first response to a repeat and changes nothing', async () => {
    const by = shopper(portal, { buyer: 'repeat-1' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    const first = await by.send('add_line_items', { checkout_id, ...MUG }, key('k1'));
    const again = await by.send('add_line_items', { checkout_id, ...MUG }, key('k1'));
    expect(again.text).toBe(first.text);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await by.ok('get_cart', {})).data.line_items).toMatchObject([{ quantity: 1 }]);
  });

  test('ignores the order of members, rejects other arguments, and scopes the key to a cart', async () => {
    const by = shopper(portal, { buyer: 'repeat-2' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    await by.ok('add_line_items', { checkout_id, ...MUG }, key('k1'));
    const swapped = { line_items: [{ quantity: 1, item: { id: 'enamel-mug' } }] };
    expect((await by.send('add_line_items', { checkout_id, ...swapped }, key('k1'))).status).toBe(200);
    const other = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }] };
    const conflict = await by.send('add_line_items', { checkout_id, ...other }, key('k1'));
    expect([conflict.status, conflict.json.error]).toEqual([409, 'idempotency_conflict']);
    const stranger = shopper(portal, { buyer: 'repeat-3' });
    const theirs = (await stranger.ok('get_cart', {})).data.id;
    expect((await stranger.ok('add_line_items', { checkout_id: theirs, ...other }, key('k1'))).data.id).toBe(theirs);
  });

  test('runs ten simultaneous calls once', async () => {
    const by = shopper(portal, { buyer: 'repeat-4' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => by.send('add_line_items', { checkout_id, ...MUG }, key('k'))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await by.ok('get_cart', {})).data.line_items).toMatchObject([{ quantity: 1 }]);
  });

  test('replays a declined payment, and runs a payment with another key', async () => {
    const by = shopper(portal, { buyer: 'repeat-5' });
    const cart = await readyCart(by);
    const args = (token: string, expected_total: number) => ({
      checkout_id: cart.id,
      expected_total,
      payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] },
    });
    expect((await by.send('complete_checkout', args('tok_approve', 1), key('a'))).json.error).toBe('total_changed');
    const declined = await by.send('complete_checkout', args('tok_decline', cart.total), key('b'));
    expect(declined.status).toBe(402);
    const replayed = await by.send('complete_checkout', args('tok_decline', cart.total), key('b'));
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect((await by.ok('complete_checkout', args('tok_approve', cart.total), key('c'))).data.status).toBe('completed');
  });

  test('rejects a repeat with another card as a conflict, after a declined and after an approved payment', async () => {
    const by = shopper(portal, { buyer: 'repeat-9' });
    const cart = await readyCart(by);
    const target = { url: portal.url, database: portal.database, key: portal.demo.deployment_key, buyer: 'repeat-9' };
    const mcp = await openSurface('mcp 2.x http', target);
    const args = (token: string) => ({
      checkout_id: cart.id,
      expected_total: cart.total,
      payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] },
    });
    for (const [first, other] of [
      ['tok_decline', 'tok_approve'],
      ['tok_approve', 'tok_decline'],
    ] as const) {
      await by.send('complete_checkout', args(first), key(first));
      const conflict = await by.send('complete_checkout', args(other), key(first));
      expect([conflict.status, conflict.json.error]).toEqual([409, 'idempotency_conflict']);
      expect(conflict.headers.get('idempotent-replayed')).toBeNull();
      const outcome = await mcp.call('complete_checkout', { ...args(other), idempotency_key: first });
      expect(outcome.error).toBe('idempotency_conflict');
    }
    await mcp.close();
    expect((await by.ok('get_checkout', { checkout_id: cart.id })).data.status).toBe('completed');
  });

  test('accepts idempotency_key over MCP, and replays a response from HTTP there', async () => {
    const by = shopper(portal, { buyer: 'repeat-6' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    await by.ok('add_line_items', { checkout_id, ...MUG }, key('k'));
    const target = { url: portal.url, database: portal.database, key: portal.demo.deployment_key, buyer: 'repeat-6' };
    const surface = await openSurface('mcp 2.x http', target);
    const { body } = await surface.call('add_line_items', { checkout_id, ...MUG, idempotency_key: 'k' });
    expect(body.data).toMatchObject({ status: 'incomplete', line_items: [{ quantity: 1 }] });
    expect(await surface.call('add_line_items', { checkout_id, ...MUG, idempotency_key: 5 })).toMatchObject({
      error: 'invalid_request',
    });
    const other = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }] };
    const conflict = await surface.call('add_line_items', { checkout_id, ...other, idempotency_key: 'k' });
    expect(conflict).toMatchObject({
      error: 'idempotency_conflict',
      detail: expect.stringMatching(/^idempotency_key: it was used/),
    });
    const long = { checkout_id, ...MUG, idempotency_key: 'x'.repeat(256) };
    expect(await surface.call('add_line_items', long)).toMatchObject({
      error: 'invalid_request',
      detail: expect.stringMatching(/^idempotency_key: must be 1 to 255/),
    });
    // Clients send null or an empty text for an omitted member (docs/mcp.md, Leniency).
    for (const idempotency_key of ['', null]) {
      const again = await surface.call('add_line_items', { checkout_id, ...MUG, idempotency_key });
      expect(again.body.data.line_items[0].quantity).toBe(idempotency_key === '' ? 2 : 3);
    }
    // A read ignores the idempotency key (docs/api.md, Repeats).
    expect((await surface.call('get_cart', { idempotency_key: 'k' })).body.data.id).toBe(checkout_id);
    await surface.close();
  });

  test('rejects a header that is sent twice', async () => {
    const by = shopper(portal, { buyer: 'repeat-8' });
    const { id } = (await by.ok('get_cart', {})).data;
    const url = new URL(`/api/commerce/checkouts/${id}/cancel`, portal.url);
    const sent = (keys: string | string[]) =>
      new Promise<string>((resolve, reject) => {
        const headers = { 'x-api-key': portal.demo.deployment_key, 'x-buyer-id': 'repeat-8', 'Idempotency-Key': keys };
        const answered = httpRequest(url, { method: 'POST', headers }, (response) => void text(response).then(resolve));
        answered.on('error', reject).end();
      });
    expect(JSON.parse(await sent(['a', 'b']))).toEqual({
      error: 'invalid_request',
      detail: 'Idempotency-Key: must be sent only once',
    });
    expect(JSON.parse(await sent('a, b')).data.status).toBe('canceled');
  });

  test.each([
    ['', 400],
    ['x'.repeat(256), 400],
    ['x'.repeat(255), 200],
  ])('accepts only a key of 1 to 255 characters, %j: %d', async (value, status) => {
    const by = shopper(portal, { buyer: 'repeat-7' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    expect((await by.send('add_line_items', { checkout_id, ...MUG }, key(value))).status).toBe(status);
  });
});

describe('ETag and If-Match', () => {
  test('accepts only one write with the version that was read', async () => {
    const by = shopper(portal, { buyer: 'match-1' });
    const read = await by.send('get_cart', {});
    const checkout_id: string = read.json.data.id;
    const match = { 'if-match': read.headers.get('etag') ?? '' };
    const written = await by.send('add_line_items', { checkout_id, ...MUG }, match);
    expect(written.status).toBe(200);
    const stale = await by.send('add_line_items', { checkout_id, ...MUG }, match);
    expect([stale.status, stale.json.error]).toEqual([412, 'version_conflict']);
    const now = await by.send('get_checkout', { checkout_id });
    expect(now.headers.get('etag')).toBe(written.headers.get('etag'));
    expect((await by.send('add_line_items', { checkout_id, ...MUG }, { 'if-match': '*' })).status).toBe(200);
  });
});
