import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const BOOK = { lines: ['preserving-ebook'], option: 'digital' };
const EMAIL = 'somebody.private@example.com';
const STREET = '17 Unlisted Street';
const WRONG_KEY = 'dk_wrongwrongwrongwrong';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { PORTAL_TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => portal.close());

/** Returns the log line of the request that got this response. */
function lineOf({ headers }: { readonly headers: Headers }) {
  const line = portal.logged.find((one) => one.includes(`"request_id":"${headers.get('x-request-id')}"`));
  return JSON.parse(line ?? '{}');
}

const id = 'chk_01930000-0000-7000-8000-000000000001';
test.each([
  ['GET', `/api/commerce/checkouts/${id}`, '/api/commerce/checkouts/{id}', 'get_checkout', 'checkout_not_found'],
  ['HEAD', `/api/commerce/checkouts/${id}`, '/api/commerce/checkouts/{id}', 'get_checkout', 'checkout_not_found'],
  ['DELETE', '/api/commerce/items', '/api/commerce/items', undefined, 'method_not_allowed'],
  ['GET', '/checkout/secret-token?problem=total_changed', '/checkout/{token}', 'none', '404'],
  ['GET', '/orders/secret-token', '/orders/{token}', 'none', '404'],
  ['GET', '/logs/org_1/0/tile/0/x000/001', '/logs/{organization_id}/{epoch}/tile/{path}', 'none', 'not_found'],
  ['GET', '/healthz', '/healthz', 'none', 'ok'],
  ['GET', '/some/secret-token', undefined, 'none', 'not_found'],
  ['GET', '/checkout/%zz', '/checkout/{token}', 'none', expect.anything()],
])('logs the route of %s %s, but none of the values in its path', async (method, path, route, operation, outcome) => {
  const answer = await portal.request(method, path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const line = lineOf(answer);
  expect(line).toMatchObject({ level: 'info', event: 'request', source_address: '203.0.113.9', method, outcome });
  expect([line.route, line.operation]).toEqual([route, operation ?? line.operation]);
  expect(line.status).toBe(answer.status);
  expect(JSON.stringify(line)).not.toMatch(/secret-token|total_changed|chk_/);
});

it('puts no key, email, street or link token into log lines and metrics', async () => {
  const by = shopper(portal, { buyer: 'reader' });
  const { checkout_id, total } = await ready(by, { ...BOOK, email: EMAIL });
  const address = { street_address: STREET, address_country: 'US', address_region: 'OR', postal_code: '97201' };
  await by.send('set_destination', { checkout_id, destination: address });
  const { data } = await by.ok('get_checkout', { checkout_id });
  const page = new URL(data.continue_url).pathname;
  expect((await portal.request('GET', page, { key: null })).status).toBe(200);
  await complete({ by, checkout_id, total });
  await portal.request('GET', '/api/commerce/items', { key: WRONG_KEY });
  await portal.request('GET', `/api/commerce/items?q=${encodeURIComponent(EMAIL)}`);
  const metrics = await portal.request('GET', '/metrics', { key: null });
  const { deployment_key, organization_key } = portal.demo;
  const token = page.split('/')[2] ?? '';
  expect(token.length).toBeGreaterThan(20);
  const said = [...portal.logged, metrics.text].join('');
  for (const secret of [deployment_key, organization_key, WRONG_KEY, EMAIL, EMAIL.split('@')[0], STREET, token, page])
    expect(said.includes(secret ?? ''), secret).toBe(false);
});
