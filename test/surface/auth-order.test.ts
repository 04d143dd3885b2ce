import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { ORGANIZATION_SCOPES, operations } from '../contract/portal-api.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, fullKey } from '../support/tenants.js';

/** Precedence of errors: 401, 403, 429, 405/413/415, 400 (form), 404, 412, 409 (state), 400/402 (business rules). */

const C = '/api/commerce/checkouts';
const STALE = { 'if-match': '"99"' };

let portal: TestPortal;
let open: string;
let done: string;
let order: string;
let adapterKey: string;
let organizationKey: string;
let limited: { portal: TestPortal; key: string };
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  const by = shopper(portal);
  const cart = await readyCart(by);
  done = cart.id;
  order = await placeOrder(by, cart);
  open = (await readyCart(by)).id;
  adapterKey = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  organizationKey = await fullKey(portal, 'organization');
  limited = await exhausted();
});
afterAll(async () => {
  await portal.close();
  await limited.portal.close();
});

/** Starts a portal with a fixed clock and a key that has used up its calls. */
async function exhausted() {
  const other = await startPortal({ clock: stillClock(), rateLimit: '1' });
  const { key } = await anotherKey(other, 'deployment');
  const calls = Array.from({ length: 301 }, () => other.request('GET', '/api/commerce/items?limit=1', { key }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  return { portal: other, key };
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function codeOf({ method = 'POST', path, ...sent }: Sent, to = portal): Promise<[number, string]> {
  const { status, json } = await to.request(method, path, sent);
  return [status, json.error];
}

const LARGE = '{'.padEnd(256 * 1024 + 1);
const TEXT = { 'content-type': 'text/plain' };

describe('401 comes before', () => {
  it.each<[string, Sent]>([
    ['403 and 405', { method: 'PUT', path: `${C}/x/buyer`, key: null }],
    ['413', { path: `${C}/x/buyer`, key: null, raw: LARGE }],
    ['415', { path: `${C}/x/buyer`, key: null, raw: '{', headers: TEXT }],
    ['400 of the body', { path: `${C}/x/buyer`, key: null, raw: '{' }],
    ['400 of the query', { path: `${C}/x/buyer?surplus=1`, key: null }],
    ['400 of a path that does not percent-decode', { path: `${C}/%zz/buyer`, key: null }],
    ['404 of the route', { path: '/api/absent', key: null }],
    ['404 of the object', { method: 'GET', path: `${C}/x`, key: null, headers: STALE }],
  ])('%s', async (_name, sent) => {
    expect(await codeOf(sent)).toEqual([401, 'unauthorized']);
  });
});

describe('403 comes before', () => {
  it.each<[string, Sent]>([
    ['405', { method: 'PUT', path: `${C}/x/buyer` }],
    ['413', { path: `${C}/x/buyer`, raw: LARGE }],
    ['415', { path: `${C}/x/buyer`, raw: '{', headers: TEXT }],
    ['400 of the body', { path: `${C}/x/buyer`, raw: '{' }],
    ['400 of the buyer reference', { method: 'GET', path: `${C}/current`, headers: { 'x-buyer-id': '' } }],
    ['400 of a path that does not percent-decode', { path: `${C}/%zz/buyer` }],
    ['404', { method: 'GET', path: `${C}/x`, headers: STALE }],
  ])('%s', async (_name, sent) => {
    expect(await codeOf({ ...sent, key: portal.demo.organization_key })).toEqual([403, 'forbidden']);
  });

  it('returns 403 instead of 429 to a key that lacks the scope and has used up its calls', async () => {
    const key = limited.portal.demo.organization_key;
    const calls = Array.from({ length: 310 }, () =>
      codeOf({ method: 'GET', path: `${C}/current`, key }, limited.portal),
    );
    expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(['403,forbidden']));
  });
});

describe('429 comes after 401 and before', () => {
  it.each<[string, Sent]>([
    ['405', { method: 'PUT', path: `${C}/x/buyer` }],
    ['413', { path: `${C}/x/buyer`, raw: LARGE }],
    ['415', { path: `${C}/x/buyer`, raw: '{', headers: TEXT }],
    ['400', { path: `${C}/x/buyer`, raw: '{' }],
    ['404', { method: 'GET', path: `${C}/x` }],
  ])('%s', async (_name, sent) => {
    expect(await codeOf({ ...sent, key: limited.key }, limited.portal)).toEqual([429, 'rate_limited']);
    expect(await codeOf({ ...sent, key: null }, limited.portal)).toEqual([401, 'unauthorized']);
  });
});

describe('405, 413 and 415 come before 400', () => {
  it('lists the methods with a 405', async () => {
    const answered = await portal.request('PUT', `${C}/x/buyer?surplus=1`, { raw: '{' });
    expect([answered.status, answered.json.error]).toEqual([405, 'method_not_allowed']);
    expect(answered.headers.get('allow')).toBe('POST');
  });

  it.each<[string, Sent, [number, string]]>([
    ['413', { path: `${C}/x/buyer?surplus=1`, raw: LARGE }, [413, 'payload_too_large']],
    ['415', { path: `${C}/x/buyer?surplus=1`, raw: '{', headers: TEXT }, [415, 'unsupported_media_type']],
  ])('%s', async (_name, sent, answer) => {
    expect(await codeOf(sent)).toEqual(answer);
  });
});

/** A fixed path part may match an id of another template: `consumers/link-codes`. */
const fits = (path: string, template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Each path of the contract with its methods. */
const PATHS = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path,
  scope: operations.find((operation) => operation.path === path)?.scope ?? '',
  methods: [
    ...new Set(operations.filter((operation) => fits(path, operation.path)).map(({ method }): string => method)),
  ],
}));

describe.each(PATHS)('$path', ({ path, scope, methods }) => {
  it('rejects every other method, and lists the accepted ones', async () => {
    const key = ORGANIZATION_SCOPES.includes(scope) ? organizationKey : adapterKey;
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])];
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
      const answered = await portal.request(method, path.replaceAll(/\{\w+\}/g, 'x'), { key });
      const { status, json, headers } = answered;
      const allow = headers.get('allow') ?? '';
      const detail = `This path allows ${allow}.`;
      expect({ status, json }).toEqual({ status: 405, json: { error: 'method_not_allowed', detail } });
      expect(allow.split(', ').sort()).toEqual(allowed.sort());
    }
  });
});

describe('400 of the form comes before 404, 412 and 409', () => {
  it.each<[string, () => Sent]>([
    ['absent checkout', () => ({ path: `${C}/absent/buyer` })],
    ['checkout with a malformed id', () => ({ path: `${C}/${'x'.repeat(129)}/buyer` })],
    ['stale version', () => ({ path: `${C}/${open}/buyer`, headers: STALE })],
    ['completed checkout', () => ({ path: `${C}/${done}/buyer` })],
  ])('%s', async (_name, sent) => {
    expect(await codeOf({ ...sent(), raw: '{"buyer":1}' })).toEqual([400, 'invalid_request']);
    expect(await codeOf({ ...sent(), raw: '{' })).toEqual([400, 'invalid_json']);
  });
});

const lineOf = (checkout: string) => ({ method: 'DELETE', path: `${C}/${checkout}/line-items/absent` });

describe('404 comes before 412 and 409', () => {
  it.each<[string, () => Sent, string]>([
    [
      'absent checkout, stale version',
      () => ({ method: 'GET', path: `${C}/absent`, headers: STALE }),
      'checkout_not_found',
    ],
    [
      'absent order, stale version',
      () => ({ path: '/api/commerce/orders/absent/hold', headers: STALE }),
      'order_not_found',
    ],
    ['absent line, stale version', () => ({ ...lineOf(open), headers: STALE }), 'line_item_not_found'],
    ['absent line, completed checkout', () => lineOf(done), 'line_item_not_found'],
  ])('%s', async (_name, sent, code) => {
    expect(await codeOf(sent())).toEqual([404, code]);
  });
});

describe('412 comes before 409 and 400 of business rules', () => {
  it.each<[string, () => Sent]>([
    ['completed checkout', () => ({ path: `${C}/${done}/discount`, raw: '{"code":"ABSENT"}', headers: STALE })],
    ['canceling a completed checkout', () => ({ path: `${C}/${done}/cancel`, headers: STALE })],
    ['order that is not on hold', () => ({ path: `/api/commerce/orders/${order}/release`, headers: STALE })],
    ['unknown code', () => ({ path: `${C}/${open}/discount`, raw: '{"code":"ABSENT"}', headers: STALE })],
    ['another total', () => ({ path: `${C}/${open}/complete`, raw: '{"expected_total":1}', headers: STALE })],
  ])('%s', async (_name, sent) => {
    expect(await codeOf(sent())).toEqual([412, 'version_conflict']);
  });
});

describe('409 comes before 400 of business rules', () => {
  it.each<[string, () => Sent, string]>([
    [
      'unknown code, completed checkout',
      () => ({ path: `${C}/${done}/discount`, raw: '{"code":"ABSENT"}' }),
      'checkout_closed',
    ],
    [
      'unknown option, completed checkout',
      () => ({ path: `${C}/${done}/fulfillment`, raw: '{"selected_option_id":"absent"}' }),
      'checkout_closed',
    ],
    [
      'no instrument, another total',
      () => ({ path: `${C}/${open}/complete`, raw: '{"expected_total":1}' }),
      'total_changed',
    ],
  ])('%s', async (_name, sent, code) => {
    expect(await codeOf(sent())).toEqual([409, code]);
  });
});
