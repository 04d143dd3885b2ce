import { formatAddress } from 'localized-address-format';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** The shop settings `brand`, `links` and `invoice` as the pages show them. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

async function put(change: object) {
  const path = `/api/shops/${portal.demo.shop_id}/settings`;
  const key = portal.demo.organization_key;
  const { data } = (await portal.request('GET', path, { key })).json;
  return portal.request('PUT', path, { key, body: { ...data, ...change } });
}

const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

test('shows a script in any field of brand, links and invoice as text', async () => {
  const text = SCRIPT.slice(0, 50);
  const imprint = { name: SCRIPT, address: { address_country: 'US', street_address: SCRIPT }, tax_number: text };
  const brand = { name: SCRIPT, support_phone: text, imprint, accent_color: '#1f4f7a' };
  const links = [{ type: SCRIPT, url: 'https://example.com/terms', title: SCRIPT }];
  expect((await put({ brand, links, invoice: { due_days: 3, instructions: SCRIPT } })).status).toBe(200);
  const by = shopper(portal, { buyer: 'attacked' });
  const { id: checkout_id, total } = await readyCart(by);
  const { continue_url } = (await by.ok('get_checkout', { checkout_id })).data;
  const pages = [await (await fetch(continue_url)).text()];
  const order_id = await orderOnAccount(by, { id: checkout_id, total });
  const { permalink_url } = (await by.ok('get_order', { order_id })).data;
  for (const url of [continue_url, permalink_url]) pages.push(await (await fetch(url)).text());
  for (const page of pages) {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  }
});

test("names a link without a title after its type, in the reader's language if the type is known", async () => {
  const links = ['privacy_policy', 'store_locator'].map((type) => ({ type, url: `https://example.com/${type}` }));
  expect((await put({ links })).status).toBe(200);
  const by = shopper(portal, { buyer: 'linked' });
  const { id: checkout_id } = await readyCart(by);
  const { continue_url } = (await by.ok('get_checkout', { checkout_id })).data;
  const text = await (await fetch(continue_url, { headers: { 'accept-language': 'de' } })).text();
  expect(text).toContain('href="https://example.com/privacy_policy" target="_blank" rel="noopener">Datenschutz<');
  expect(text).toContain('>store locator<');
});

describe('rejects an invalid brand', () => {
  test.each([
    [{ accent_color: 'red;}body{display:none' }, 'brand.accent_color: must be a color such as "#0b6b53"'],
    [{ logo: 'https://elsewhere.example/logo.png' }, 'brand.logo: must be the path of a picture of the portal'],
    [{ logo: '/media/../secret.png' }, 'brand.logo: must be the path of a picture of the portal'],
    [{ support_email: 'nobody' }, 'brand.support_email: must be an email address'],
    [{ motto: 'We sell' }, 'brand: unknown member "motto"'],
  ])('%j', async (brand, detail) => {
    const { status, json } = await put({ brand });
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect(json.detail).toContain(detail);
  });
});

test("serves the shop's icon as an image that cannot run scripts, and only for a valid color and letter", async () => {
  const { headers, text } = await portal.request('GET', '/assets/icon/1f4f7a/Q', { key: null });
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(text).toContain('>Q</text>');
  for (const path of [
    '/assets/icon/red/Q',
    '/assets/icon/1f4f7a/%3Cscript%3E',
    '/assets/icon/1f4f7a/%22',
    '/assets/none.js',
  ])
    expect((await portal.request('GET', path, { key: null })).status).toBe(404);
});

test('formats an address as is usual in its country', () => {
  const parts = { name: 'Ada', addressLines: ['Weg 1'], locality: 'Berlin', postalCode: '10115' };
  expect(formatAddress({ ...parts, postalCountry: 'DE' })).toEqual(['Ada', 'Weg 1', '10115 Berlin']);
  expect(formatAddress({ ...parts, postalCountry: 'US', administrativeArea: 'OR' }).at(-1)).toBe('Berlin, OR 10115');
});
