import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import { beginPayment, completeCheckout } from '../../src/domain/checkout/payment.js';
import { assess } from '../../src/domain/checkout/status.js';
import { orderTotals } from '../../src/domain/checkout/totals.js';
import type { Order } from '../../src/domain/order/order.js';
import { placeOrder } from '../../src/domain/order/place-order.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { type CartParts, cart, discount, item, line, rate } from '../domain/fixtures.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile } from './old-file.js';
import { DEPLOYMENT, NOW, ORG, SHOP } from './sample-rows.js';

const BUYER = { email: 'ada@example.com', first_name: 'Ada' };
const BILLED = { address_country: 'US', full_name: 'Ada L.' };
const DISCOUNTS = [
  discount('TEN', { value_ppm: 100_000 }),
  discount('MUG', { kind: 'fixed', amount: 200, item_ids: ['mug'] }),
];
const CART: CartParts = {
  lines: [line('mug', { quantity: 2 }), line('bread')],
  items: [item('mug'), item('bread', { tax_category: 'food' })],
  discounts: DISCOUNTS,
  settings: {
    shipping: [rate('post')],
    tax: {
      included: false,
      on_shipping: true,
      rates: [
        { country: 'US', rate_ppm: 72_500 },
        { country: 'US', region: 'WA', category: 'food', rate_ppm: 10_000 },
      ],
    },
  },
  checkout: {
    buyer: BUYER,
    destination: { address_country: 'US', address_region: 'WA' },
    selected_option_id: 'post',
  },
};

/** A completed checkout with its order, in the current schema. */
function bought(id: string, change: Partial<Checkout> = {}): { readonly checkout: Checkout; readonly order: Order } {
  const live = assess(cart({ ...CART, checkout: { ...CART.checkout, ...change } }));
  const instrument = { id: 'i', handler_id: 'invoice', billing_address: BILLED };
  const attempt = { id: `pay_${id}`, handler_id: 'invoice', amount: 1, currency: 'USD', started_at: NOW, instrument };
  const owner = { shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, buyer_id: '' };
  const paying = { ...beginPayment(live, attempt, NOW), ...owner, id: `chk_${id}` };
  const order = placeOrder(assess({ ...live.cart, checkout: paying }), { id, display_id: id }, NOW);
  return {
    checkout: completeCheckout(paying, id, NOW),
    order: { ...order, organization_id: ORG.id, shop_id: SHOP.id },
  };
}

/** The same rows as earlier programs stored them. */
function earlier({ checkout, order }: { readonly checkout: Checkout; readonly order: Order }) {
  const { buyer, billing_address, discounts, shipping, line_items, ...rest } = order;
  const { tax_lines, ...delivery } = shipping;
  const { frozen, ...done } = checkout;
  const { rules, shop, ...terms } = frozen ?? {};
  const { fees, ...settings } = shop?.settings ?? {};
  return {
    order: { ...rest, shipping: delivery, line_items: line_items.map(({ tax_lines: _lines, ...one }) => one) },
    checkout: { ...done, ...(frozen && { frozen: { ...terms, shop: { ...shop, settings } } }) },
  };
}

const PLAIN = bought('plain');
const OTHERWISE = bought('otherwise');
const OPEN = {
  ...cart(CART).checkout,
  id: 'chk_open',
  shop_id: SHOP.id,
  deployment_id: DEPLOYMENT.id,
  buyer_id: 'eve',
};

describe('orders from a version without books', () => {
  let folder: string;
  let store: OpenedStore;
  beforeEach(async () => {
    folder = temporaryFolder();
    const file = join(folder, 'old.db');
    const database = openOldFile(file, 9);
    const wrong = earlier(OTHERWISE);
    for (const { order, checkout } of [
      earlier(PLAIN),
      { ...wrong, order: { ...wrong.order, totals: [{ type: 'total', amount: 1 }] } },
    ]) {
      const owner = { shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, buyer_id: '' };
      const { id, display_id, status, payment_status, created_at } = order;
      insert(database, 'checkout', { key: checkout.id, ...owner, state: 'completed', expires_at: NOW }, checkout);
      const columns = { checkout_id: checkout.id, display_id, status, payment_status, created_at };
      insert(database, 'order', { key: id, ...owner, ...columns, context_hash: '' }, order);
    }
    const owner = { shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, buyer_id: 'eve' };
    insert(database, 'checkout', { key: OPEN.id, ...owner, state: 'open', expires_at: NOW }, OPEN);
    database.close();
    store = await storeOn(file);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const order = (id: string) => store.read((rows) => rows.get('order', id));

  it('get buyer, billing address, discounts and taxes by rate from their checkouts', async () => {
    const found = await order('plain');
    expect(found).toEqual({ ...PLAIN.order, version: OLD_VERSION });
    expect(found?.buyer).toEqual(BUYER);
    expect(found?.billing_address).toEqual(BILLED);
    expect(found?.discounts?.applied.map(({ code }) => code)).toEqual(['MUG', 'TEN']);
    expect(found?.line_items.flatMap(({ tax_lines }) => tax_lines?.map(({ jurisdiction }) => jurisdiction))).toEqual([
      'US',
      'US-WA',
    ]);
  });

  it('get no numbers that cannot be derived from their checkouts', async () => {
    const found = await order('otherwise');
    expect(found?.buyer).toEqual(BUYER);
    expect(found).not.toHaveProperty('discounts');
    expect(found?.shipping).not.toHaveProperty('tax_lines');
    expect(found?.line_items.filter((one) => 'tax_lines' in one)).toEqual([]);
  });

  it('leave the amounts of their checkouts unchanged, since the rules of that time still apply to them', async () => {
    const checkout = await store.read((rows) => rows.get('checkout', 'chk_plain'));
    expect(checkout?.frozen?.rules).toBe(1);
    expect(checkout?.frozen?.shop.settings.fees).toEqual([]);
    if (!checkout) return;
    expect(orderTotals(assess({ ...cart(), checkout }).pricing)).toEqual(PLAIN.order.totals);
    expect(await store.read((rows) => rows.get('checkout', OPEN.id))).toEqual({ ...OPEN, version: OLD_VERSION });
  });

  it('leave their shops without fees', async () => {
    expect(await store.read((rows) => rows.get('shop', SHOP.id)?.settings.fees)).toEqual([]);
  });
});
