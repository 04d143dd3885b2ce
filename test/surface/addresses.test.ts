import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitForm } from '../actors/buyer-page.js';
import { Merchant } from '../actors/merchant.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { callTool, PAYMENT } from './agents/scene.js';

let portal: TestPortal;
let merchant: Merchant;
beforeAll(async () => {
  portal = await startPortal();
  merchant = new Merchant(portal);
  await merchant.changeSettings(({ shipping }) => ({ shipping: shipping.map((rate) => ({ ...rate, zone: {} })) }));
});
afterAll(() => portal.close());

const UNDELIVERABLE = { street_address: 'x', address_locality: 'y', postal_code: '9', address_country: 'US' };
const HOME = {
  full_name: 'Ada Lovelace',
  ...{ street_address: '1 Main St', address_locality: 'Portland', address_region: 'OR', postal_code: '97214' },
  address_country: 'US',
};
const HERE = '$.fulfillment.methods[0].destinations[0]';

/** Fills a cart that is shipped to an address. */
async function shipped(by: Shopper, destination: object) {
  const { data: cart } = await by.ok('get_cart', {});
  const checkout_id = cart.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: 'vacuum-flask' }, quantity: 1 }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await by.ok('set_destination', { checkout_id, destination });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  return { checkout_id, data };
}

const amountOf = (data: { readonly totals: readonly { readonly type: string; readonly amount: number }[] }) =>
  data.totals.find(({ type }) => type === 'total')?.amount;

test('a cart shipped to an incomplete address cannot be paid over HTTP, over MCP or on the page', async () => {
  const by = shopper(portal, { buyer: 'nowhere' });
  const { checkout_id, data } = await shipped(by, UNDELIVERABLE);
  const found = data.messages.map(({ code, path }: { code: string; path: string }) => [code, path.replace(HERE, '')]);
  expect(found).toEqual([
    ['field_required', '.name'],
    ['field_required', '.address_region'],
    ['postal_code_invalid', '.postal_code'],
  ]);
  const args = { checkout_id, expected_total: amountOf(data), payment: PAYMENT };
  await by.refused('complete_checkout', args, 'checkout_not_ready');
  const tool = await callTool(portal, 'nowhere', 'complete_checkout', args);
  expect(tool).toMatchObject({ ok: false, error: 'checkout_not_ready' });
  const entries = { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };
  await submitForm(data.continue_url, 'pay', entries);
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('incomplete');
  await by.ok('set_destination', { checkout_id, destination: HOME });
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
});

test("shipping is quoted for a country alone, and the buyer's name can serve as the recipient's", async () => {
  const by = shopper(portal, { buyer: 'quote' });
  const { checkout_id, data } = await shipped(by, { address_country: 'US' });
  expect(amountOf(data)).toBeGreaterThan(0);
  const { full_name, ...place } = HOME;
  await by.ok('set_destination', { checkout_id, destination: place });
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('incomplete');
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com', full_name } });
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
});

test('an empty postal code is accepted only in countries without postal codes', async () => {
  const by = shopper(portal, { buyer: 'envelope' });
  const { checkout_id } = await shipped(by, { address_country: 'US' });
  const select = (destination: object) => ({
    checkout_id,
    selected_option_id: 'standard',
    destinations: [{ ...HOME, postal_code: '', ...destination }],
  });
  const detail = await by.refused('select_fulfillment', select({}), 'invalid_request');
  expect(detail).toMatch(/^destinations\[0\]\.postal_code: must not be empty/);
  const dubai = {
    street_address: 'Burj Street 1',
    address_locality: 'Dubai',
    address_region: 'Dubai',
    address_country: 'AE',
  };
  await by.ok('select_fulfillment', select(dubai));
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
});

test('a shop can require no more than a street', async () => {
  await merchant.changeSettings(() => ({ address_check: 'street' }));
  const { data } = await shipped(shopper(portal, { buyer: 'lenient' }), UNDELIVERABLE);
  expect(data.status).toBe('ready_for_complete');
});
