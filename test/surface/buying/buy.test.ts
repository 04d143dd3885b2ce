import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitForm } from '../../actors/buyer-page.js';
import { CARD, type Shopper, shopper, totalOf } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { addDiscounts } from '../../support/tenants.js';
import { keptIn } from './kept.js';
import { DECLINED, HOME, INVOICE, MUG, WINE } from './ways.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const LIMIT = { max_total: 90_000, payment: INVOICE };
/** The demo item with a single unit left. */
const LAST_ONE = { ...MUG, line_items: [{ item: { id: 'copper-saucepan' }, quantity: 1 }] };

interface Methods {
  readonly groups: readonly { readonly selected_option_id: string | null }[];
}

let buyers = 0;
function someone(): Shopper {
  buyers += 1;
  return shopper(portal, { buyer: `buyer-${buyers}` });
}

test('places an order of the same buyer, and leaves the current cart unchanged', async () => {
  const by = someone();
  const { data: cart } = await by.ok('get_cart', {});
  await by.ok('add_line_items', { checkout_id: cart.id, line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] });
  const before = await by.send('get_cart', {});
  const { data } = await by.ok('buy', { ...MUG, ...LIMIT });
  expect(data).toMatchObject({ status: 'completed', line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  expect(data.id).not.toBe(cart.id);
  const after = await by.send('get_cart', {});
  expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
  expect((await by.ok('list_orders', {})).data).toMatchObject([{ id: data.order.id }]);
  expect((await by.ok('get_order', { order_id: data.order.id })).data.checkout_id).toBe(data.id);
});

test('lets one buyer make many purchases at once', async () => {
  const by = someone();
  const answers = await Promise.all(Array.from({ length: 20 }, () => by.ok('buy', { ...MUG, ...LIMIT })));
  expect(new Set(answers.map(({ data }) => data.order.id)).size).toBe(20);
});

test('sells the last unit once to simultaneous purchases', async () => {
  const by = someone();
  const answers = await Promise.all(Array.from({ length: 5 }, () => by.send('buy', { ...LAST_ONE, ...LIMIT })));
  const errors = answers.flatMap(({ json }) => json.error ?? []);
  expect(errors).toEqual(['out_of_stock', 'out_of_stock', 'out_of_stock', 'out_of_stock']);
});

test('pays a total at the limit, and nothing above it', async () => {
  const by = someone();
  const paid = await by.ok('buy', { ...MUG, payment: INVOICE, max_total: 1716 });
  expect(totalOf(paid.data)).toBe(1716);
  const detail = await by.refused('buy', { ...MUG, payment: INVOICE, max_total: 1715 }, 'total_changed');
  expect(detail).toBe('max_total: the limit is 1715, but the total is 1716 (minor units).');
  expect((await by.ok('list_orders', {})).data).toHaveLength(1);
});

test('rejects a call without an idempotency key, and names the header and what to send', async () => {
  const { status, json } = await portal.request('POST', '/api/commerce/checkouts/buy', { body: { ...MUG, ...LIMIT } });
  expect([status, json.error]).toEqual([400, 'invalid_request']);
  expect(json.detail).toMatch(
    /^Idempotency-Key: is required; send a new one, such as a UUID.* when you repeat the call$/,
  );
});

test('rejects a buyer without an email address', async () => {
  const detail = await someone().refused('buy', { ...MUG, ...LIMIT, buyer: { full_name: 'Ada' } }, 'invalid_request');
  expect(detail).toMatch(/^buyer\.email: is required/);
});

test('accepts other arguments under the key of a purchase that was rejected and not kept', async () => {
  const by = someone();
  const key = { 'idempotency-key': 'fewer' };
  const two = { ...MUG, line_items: [{ item: { id: 'copper-saucepan' }, quantity: 2 }] };
  expect((await by.send('buy', { ...two, ...LIMIT }, key)).json.error).toBe('out_of_stock');
  expect((await by.ok('buy', { ...MUG, ...LIMIT }, key)).data.status).toBe('completed');
});

test.each([
  ['neither total nor limit', {}],
  ['both total and limit', { max_total: 1716, expected_total: 1716 }],
])('rejects %s, and names both', async (_name, totals) => {
  const detail = await someone().refused('buy', { ...MUG, payment: INVOICE, ...totals }, 'invalid_request');
  expect(detail).toMatch(/^max_total: send either max_total or expected_total.* ask the buyer for a limit$/);
});

test('ships with the cheapest option to the destination', async () => {
  const wish = { ...MUG, destination: HOME, selected_option_id: 'cheapest' };
  const { data } = await someone().ok('buy', { ...wish, ...LIMIT });
  const chosen: (string | null)[] = data.fulfillment.methods.map(
    ({ groups }: Methods) => groups[0]?.selected_option_id,
  );
  expect(chosen).toEqual(['standard', null]);
});

test('needs no option and no destination for digital items', async () => {
  const wish = { line_items: [{ item: { id: 'preserving-ebook' }, quantity: 1 }], buyer: MUG.buyer };
  expect((await someone().ok('buy', { ...wish, ...LIMIT })).data.status).toBe('completed');
});

test('places a free order without a payment', async () => {
  await addDiscounts(portal, portal.demo.shop_id, [{ code: 'ALL', value_ppm: 1_000_000 }]);
  const { data } = await someone().ok('buy', { ...MUG, discount_codes: ['all'], expected_total: 0 });
  expect(data).toMatchObject({ status: 'completed', discounts: { codes: ['ALL'] } });
  expect(data.payment).not.toHaveProperty('instruments');
});

test('keeps the cart of a declined payment, which another card then pays', async () => {
  const by = someone();
  const detail = await by.refused('buy', { ...MUG, expected_total: 1716, payment: DECLINED }, 'payment_failed');
  const checkout_id = keptIn(detail);
  expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
  const other = { checkout_id, expected_total: 1716, payment: { instruments: [CARD] } };
  expect((await by.ok('complete_checkout', other)).data.status).toBe('completed');
});

test('buys when it is repeated after the buyer confirmed their age on the page of the kept cart', async () => {
  const by = someone();
  const key = { 'idempotency-key': 'wine' };
  const first = await by.send('buy', { ...WINE, ...LIMIT }, key);
  expect(first.json.error).toBe('checkout_not_ready');
  const checkout_id = keptIn(first.json.detail);
  const { continue_url } = (await by.ok('get_checkout', { checkout_id })).data;
  await submitForm(continue_url, 'confirm-age', { years: '21' });
  const again = await by.ok('buy', { ...WINE, ...LIMIT }, key);
  expect(again.data).toMatchObject({ id: checkout_id, status: 'completed' });
});

test('reaches a kept cart by its id, and never as the current cart', async () => {
  const by = someone();
  const detail = await by.refused('buy', { ...WINE, ...LIMIT }, 'checkout_not_ready');
  expect((await by.ok('get_cart', {})).data.id).not.toBe(keptIn(detail));
  expect((await by.ok('cancel_checkout', { checkout_id: keptIn(detail) })).data.status).toBe('canceled');
});

test('rejects If-Match, since a new checkout has no version', async () => {
  const { status, json } = await someone().send('buy', { ...MUG, ...LIMIT }, { 'if-match': '*' });
  expect([status, json.error]).toEqual([412, 'version_conflict']);
});
