import { expect } from 'vitest';
import { type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { type Shopper, shopper } from '../../actors/shopper.js';
import { sentDiscount, sentSettings } from '../../model/real-shop.js';
import type { TestPortal } from '../../support/portal.js';
import { type BookShop, DISCOUNTS, GOODS } from './shops.js';
import type { Worked } from './worked.js';

/** Requests that open a shop and place its orders. */

export interface Opened {
  readonly shop_id: string;
  readonly by: Shopper;
}

export async function openShop(portal: TestPortal, owner: RegistryCaller, book: BookShop): Promise<Opened> {
  const { id: shop_id } = await owner.ok('create_shop', { name: book.name });
  const { currency, time_zone, settings } = book;
  await owner.ok('update_shop_settings', { shop_id, currency, time_zone, ...sentSettings(settings) });
  for (const [item_id, { price, types, category }] of Object.entries(GOODS)) {
    const item = { title: item_id, price, fulfillment_types: types, tax_category: category };
    await owner.ok('put_item', { shop_id, item_id, ...item });
  }
  for (const [code, terms] of Object.entries(DISCOUNTS))
    await owner.ok('put_discount', { shop_id, code, ...sentDiscount(terms, 0) });
  const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name: book.name });
  const { key } = await owner.ok('create_key', { name: 'all', deployment_id, scopes: ['commerce', 'fulfillment'] });
  return { shop_id, by: shopper(portal, { key }) };
}

export const ownerOf = (portal: TestPortal, key: string) => registryCaller(() => portal.url, key);

/** Places an order and makes its later requests. Returns the order's id. */
export async function buy({ by }: Opened, { places }: BookShop, { wish, costs, requests }: Worked): Promise<string> {
  const { id: checkout_id } = (await by.ok('get_cart', {})).data;
  const line_items = wish.goods.map(([id, quantity]) => ({ id, item: { id }, quantity }));
  await by.ok('add_line_items', { checkout_id, line_items });
  const billing_address = wish.billed === undefined ? {} : { billing_address: { address_country: wish.billed } };
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' }, ...billing_address });
  for (const code of costs.codes) await by.ok('apply_discount', { checkout_id, code });
  if (!costs.physical || wish.option !== 'counter')
    await by.ok('set_destination', { checkout_id, destination: places[wish.to] });
  if (costs.physical) await by.ok('select_fulfillment', { checkout_id, selected_option_id: wish.option });
  const expected_total = costs.price.total;
  const payment = expected_total === 0 ? {} : { payment: { instruments: [{ id: 'i', handler_id: 'invoice' }] } };
  const { data } = await by.ok('complete_checkout', { checkout_id, expected_total, ...payment });
  expect(data.status).toBe('completed');
  const order_id: string = data.order.id;
  for (const { operation, args } of requests) await by.ok(operation, { order_id, ...args });
  return order_id;
}
