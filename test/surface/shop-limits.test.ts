import { afterAll, beforeAll, expect, it } from 'vitest';
import { readyCart, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let merchant: Shopper;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  ({ shop_id } = portal.demo);
  merchant = shopper(portal, { key: portal.demo.organization_key });
});
afterAll(() => portal.close());

const FREE = { kind: 'free_shipping', title: 'Free' };

it('limits a shop to 50 automatic discounts, and allows replacing them', async () => {
  const automatic = { ...FREE, automatic: true, minimum_subtotal: 1_000_000_000 };
  const codes = Array.from({ length: 50 }, (_, index) => `auto-${index}`);
  for (const code of codes) await merchant.ok('put_discount', { shop_id, code, ...automatic });
  const detail = await merchant.refused('put_discount', { shop_id, code: 'one-more', ...automatic }, 'limit_exceeded');
  expect(detail).toMatch(/^automatic: .*50/);
  await merchant.ok('put_discount', { shop_id, code: 'auto-7', ...automatic, title: 'Again' });
  await merchant.ok('put_discount', { shop_id, code: 'one-more', ...FREE });
  for (const code of codes) await merchant.ok('delete_discount', { shop_id, code });
});

it('creates no discount with If-Match, and replaces an existing one only if its version matches', async () => {
  const args = { shop_id, code: 'GUARDED', ...FREE };
  for (const tag of ['*', '"0"', '"1"']) {
    expect((await merchant.send('put_discount', args, { 'if-match': tag })).status).toBe(412);
  }
  const made = await merchant.send('put_discount', args);
  const etag = made.headers.get('etag') ?? '';
  expect((await merchant.send('put_discount', args, { 'if-match': etag })).status).toBe(200);
  expect((await merchant.send('put_discount', args, { 'if-match': etag })).status).toBe(412);
});

it('counts no use of a discount that reduced nothing', async () => {
  await merchant.ok('put_discount', { shop_id, code: 'NOTHING', ...FREE, max_uses: 1, once_per_buyer: true });
  const buyer = shopper(portal, { buyer: 'collects-free' });
  const { id: checkout_id } = await readyCart(buyer);
  const { data } = await buyer.ok('apply_discount', { checkout_id, code: 'NOTHING' });
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  await buyer.ok('complete_checkout', { checkout_id, expected_total: totalOf(data), payment });
  expect((await merchant.ok('get_discount', { shop_id, code: 'NOTHING' })).data.uses_left).toBe(1);
});

it.each(['ΐota', 'straße', 'ﬁrst', 'CAFÉ', 'ı'])('accepts the code %s in other spellings', async (code) => {
  await merchant.ok('put_discount', { shop_id, code, kind: 'fixed', title: 'One', amount: 1 });
  const buyer = shopper(portal, { buyer: `code-${code.length}-${code.codePointAt(0)}` });
  const { id: checkout_id } = await readyCart(buyer);
  for (const entered of [code, code.toUpperCase(), ` ${code} `.normalize('NFD')]) {
    await buyer.ok('apply_discount', { checkout_id, code: entered });
    await buyer.ok('remove_discount', { checkout_id, code: entered });
  }
});
