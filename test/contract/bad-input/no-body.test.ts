import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOnAccount, placeOrder, readyCart, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { anotherKey } from '../../support/tenants.js';

let portal: TestPortal;
let fulfillmentKey: string;
beforeAll(async () => {
  portal = await startPortal();
  fulfillmentKey = (await anotherKey(portal, 'deployment', { scopes: ['fulfillment'] })).key;
});
afterAll(() => portal.close());

type Headers = Readonly<Record<string, string>>;

/** Sends a request without the headers that `fetch` adds, such as a content type. */
function send(
  method: string,
  path: string,
  headers: Headers,
  body?: string,
): Promise<{ status: number; json: unknown }> {
  // Node sends the body of a DELETE only with an explicit length.
  const length: Headers = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const sent = { 'x-api-key': portal.demo.deployment_key, ...length, ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, portal.url), { method, headers: sent }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, json: JSON.parse(answer) }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const NOTHING: readonly (readonly [name: string, headers: Headers, body: string | undefined])[] = [
  ['no body', {}, undefined],
  ['no body, of length 0', { 'content-length': '0' }, undefined],
  ['no body, content type JSON', { 'content-type': 'application/json' }, undefined],
  ['no body, content type text', { 'content-type': 'text/plain' }, undefined],
  ['empty body without content type', { 'transfer-encoding': 'chunked' }, ''],
  ['empty body, content type JSON', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, ''],
  ['empty body, content type XML', { 'content-type': 'application/xml', 'transfer-encoding': 'chunked' }, ''],
  ['empty body, content type malformed', { 'content-type': '///', 'transfer-encoding': 'chunked' }, ''],
  ['empty object', { 'content-type': 'application/json' }, '{}'],
  ['empty object, charset', { 'content-type': 'Application/JSON; charset=UTF-8' }, ' {} '],
];

describe.each(NOTHING)('%s', (_name, headers, body) => {
  it('is accepted to hold and to release an order', async () => {
    const by = shopper(portal);
    const id = await placeOrder(by, await readyCart(by));
    const held = await send('POST', `/api/commerce/orders/${id}/hold`, headers, body);
    expect(held).toMatchObject({ status: 200, json: { data: { status: 'on_hold' } } });
    const released = await send('POST', `/api/commerce/orders/${id}/release`, headers, body);
    expect(released).toMatchObject({ status: 200, json: { data: { status: 'processing' } } });
  });

  it('is accepted to mark an order paid and to cancel it, but not for an adjustment', async () => {
    const by = shopper(portal);
    const id = await orderOnAccount(by, await readyCart(by));
    const adapter = { 'x-api-key': fulfillmentKey };
    const paid = await send('POST', `/api/commerce/orders/${id}/mark-paid`, { ...headers, ...adapter }, body);
    expect(paid).toMatchObject({ status: 200, json: { data: { payment_status: 'paid' } } });
    // A body without members is not a full refund, which must be requested explicitly.
    const nothing = await send('POST', `/api/commerce/orders/${id}/adjustments`, { ...headers, ...adapter }, body);
    expect([400, 415]).toContain(nothing.status);
    const canceled = await send('POST', `/api/commerce/orders/${id}/cancel`, { ...headers, ...adapter }, body);
    expect(canceled).toMatchObject({ status: 200, json: { data: { status: 'canceled', payment_status: 'refunded' } } });
    const entries = Object(canceled.json).data.adjustments;
    expect(entries).toHaveLength(1);
  });

  it('is accepted to cancel a cart, and to remove a code or a line', async () => {
    const by = shopper(portal);
    const { id } = await readyCart(by);
    await by.ok('apply_discount', { checkout_id: id, code: 'WELCOME10' });
    const checkout = `/api/commerce/checkouts/${id}`;
    for (const path of [`${checkout}/discount/WELCOME10`, `${checkout}/line-items/mug`]) {
      expect((await send('DELETE', path, headers, body)).status).toBe(200);
    }
    const canceled = await send('POST', `${checkout}/cancel`, headers, body);
    expect(canceled).toMatchObject({ status: 200, json: { data: { status: 'canceled' } } });
  });

  it('is accepted to end a discount, but not to replace the settings, which it would reset', async () => {
    const by = shopper(portal, { key: portal.demo.organization_key });
    const { shop_id } = portal.demo;
    const before = await by.ok('get_shop_settings', { shop_id });
    await by.ok('put_discount', { shop_id, code: 'ONCE', title: 'Once', kind: 'free_shipping' });
    const shop = `/api/shops/${shop_id}`;
    const key = { 'x-api-key': portal.demo.organization_key };
    const reset = await send('PUT', `${shop}/settings`, { ...headers, ...key }, body);
    expect([400, 415]).toContain(reset.status);
    expect(await by.ok('get_shop_settings', { shop_id })).toEqual(before);
    const ended = await send('DELETE', `${shop}/discounts/ONCE`, { ...headers, ...key }, body);
    expect(ended).toMatchObject({ status: 200, json: { data: { code: 'ONCE' } } });
  });
});

describe('when a member is required', () => {
  it('rejects an empty body as invalid JSON, and a body without content type', async () => {
    const { data } = await shopper(portal).ok('get_cart', {});
    const path = `/api/commerce/checkouts/${data.id}/buyer`;
    const empty = await send('POST', path, { 'content-type': 'application/json' }, '');
    expect(empty).toMatchObject({ status: 400, json: { error: 'invalid_json' } });
    const noType = await send('POST', path, {}, '{"buyer":{}}');
    expect(noType).toMatchObject({ status: 415, json: { error: 'unsupported_media_type' } });
  });

  it('creates no discount for an empty body', async () => {
    const key = { 'x-api-key': portal.demo.organization_key, 'content-type': 'application/json' };
    const path = `/api/shops/${portal.demo.shop_id}/discounts/EMPTY`;
    expect(await send('PUT', path, key, '')).toMatchObject({ status: 400, json: { error: 'invalid_json' } });
    expect((await send('GET', path, key)).status).toBe(404);
  });

  it('accepts 256 KiB of JSON', async () => {
    const { data } = await shopper(portal).ok('get_cart', {});
    const body = '{"buyer":{"first_name":"Ada"}}'.padEnd(256 * 1024);
    const path = `/api/commerce/checkouts/${data.id}/buyer`;
    const sent = await send('POST', path, { 'content-type': 'application/json' }, body);
    expect(sent).toMatchObject({ status: 200, json: { data: { buyer: { first_name: 'Ada' } } } });
  });
});
