import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';

/** Precedence of errors for order adapters; auth-order.test.ts covers shopping. */

const O = '/api/commerce/orders';
const STALE = { 'if-match': '"99"' };
const LARGE = '{'.padEnd(256 * 1024 + 1);
const TEXT = { 'content-type': 'text/plain' };
const PATHS = ['fulfillment-events', 'cancel', 'adjustments', 'mark-paid'];

let portal: TestPortal;
let key: string;
let open: string;
let held: string;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  key = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  const by = shopper(portal);
  open = await placeOrder(by, await readyCart(by));
  held = await placeOrder(by, await readyCart(by));
  await by.ok('hold_order', { order_id: held });
});
afterAll(() => portal.close());

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function codeOf({ method = 'POST', path, ...sent }: Sent): Promise<[number, string]> {
  const { status, json } = await portal.request(method, `${O}${path}`, { key, ...sent });
  return [status, json.error];
}

describe.each(PATHS)('401 and 403 of %s come before', (path) => {
  it.each<[string, Partial<Sent>]>([
    ['405', { method: 'PUT' }],
    ['413', { raw: LARGE }],
    ['415', { raw: '{', headers: TEXT }],
    ['400 of the body', { raw: '{' }],
    ['404 and 412', { headers: STALE }],
  ])('%s', async (_name, sent) => {
    const call = { path: `/absent/${path}`, ...sent };
    expect(await codeOf({ ...call, key: null })).toEqual([401, 'unauthorized']);
    expect(await codeOf({ ...call, key: portal.demo.deployment_key })).toEqual([403, 'forbidden']);
    expect(await codeOf({ ...call, key: portal.demo.organization_key })).toEqual([403, 'forbidden']);
  });
});

const EVENT = '{"type":"shipped","line_items":[{"id":"absent","quantity":1}]}';
const REFUND = '{"type":"refund","line_items":[{"id":"absent","quantity":1}]}';

describe('precedence of the other errors', () => {
  it.each<[string, () => Sent, [number, string]]>([
    ['form before absent order', () => ({ path: '/absent/adjustments', raw: '{}' }), [400, 'invalid_request']],
    [
      'form before stale version',
      () => ({ path: `/${open}/fulfillment-events`, raw: '{}', headers: STALE }),
      [400, 'invalid_request'],
    ],
    [
      'form before the state',
      () => ({ path: `/${held}/fulfillment-events`, raw: '{"type":"shipped","line_items":[]}' }),
      [400, 'invalid_request'],
    ],
    ['absent order before stale version', () => ({ path: '/absent/cancel', headers: STALE }), [404, 'order_not_found']],
    [
      'absent order before an absent line',
      () => ({ path: '/absent/fulfillment-events', raw: EVENT }),
      [404, 'order_not_found'],
    ],
    [
      'stale version before the state',
      () => ({ path: `/${held}/fulfillment-events`, raw: EVENT, headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'stale version before the payment status',
      () => ({ path: `/${open}/mark-paid`, headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'stale version before an absent line',
      () => ({ path: `/${open}/adjustments`, raw: REFUND, headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'stale version of the history',
      () => ({ method: 'GET', path: `/${open}/history`, headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'the state before an absent line',
      () => ({ path: `/${held}/fulfillment-events`, raw: EVENT }),
      [409, 'order_on_hold'],
    ],
    ['an absent line last', () => ({ path: `/${open}/fulfillment-events`, raw: EVENT }), [400, 'invalid_request']],
  ])('%s', async (_name, sent, answer) => {
    expect(await codeOf(sent())).toEqual(answer);
  });
});
