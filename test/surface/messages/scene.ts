import { itemKey } from '../../../src/domain/shop/item.js';
import type { ShopSettings } from '../../../src/domain/shop/shop.js';
import { Merchant } from '../../actors/merchant.js';
import { placeOrder, readyCart, type Shopper, shopper, totalOf } from '../../actors/shopper.js';
import { setStock as setStockTo } from '../../store/sample-rows.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { changeItem } from '../../support/tenants.js';

/** A shop, its merchant, and a shopper with a cart. */
export interface Scene {
  readonly portal: TestPortal;
  readonly clock: ReturnType<typeof stillClock>;
  readonly merchant: Merchant;
  /** The shop's settings at the start. */
  readonly original: ShopSettings;
  readonly by: Shopper;
  readonly id: string;
  /** Calls an operation on the cart. Returns its `data`. */
  cart(operation: string, args?: object): Promise<Answered['json']>;
}

/** Stage of the cart: empty, ready for pickup, or ready to ship. */
export type Start = 'empty' | 'collected' | 'shipped';

export const HOME = {
  full_name: 'Ada Lovelace',
  street_address: '12 Main St',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97214',
  address_country: 'US',
};

export async function openShop(start: Start): Promise<Scene> {
  const clock = stillClock();
  const portal = await startPortal({ clock });
  const by = shopper(portal, { buyer: 'ada' });
  const id: string = start === 'empty' ? (await by.ok('get_cart', {})).data.id : (await readyCart(by)).id;
  const cart: Scene['cart'] = async (operation, args = {}) => {
    const { data } = await by.ok(operation, { checkout_id: id, ...args });
    return data;
  };
  if (start === 'shipped') {
    await cart('set_destination', { destination: HOME });
    await cart('select_fulfillment', { selected_option_id: 'standard' });
  }
  const merchant = new Merchant(portal);
  return { portal, clock, merchant, original: await merchant.settings(), by, id, cart };
}

/** Makes the item's stock counted and sets it to this many units, which may be negative, in the store itself. */
export async function setStock(portal: TestPortal, item: string, units: number): Promise<void> {
  await changeItem(portal, item, { counted: true });
  const key = itemKey(portal.demo.shop_id, item);
  await portal.app.store.update(() => ({
    writes: [setStockTo(key, units)],
    result: undefined,
  }));
}

/** Makes another buyer pay with a discount code. */
export async function payWith(portal: TestPortal, code: string, buyer: string, email?: string): Promise<void> {
  const by = shopper(portal, { buyer });
  const { id: checkout_id } = await readyCart(by);
  if (email !== undefined) await by.ok('set_buyer', { checkout_id, buyer: { email } });
  const { data } = await by.ok('apply_discount', { checkout_id, code });
  await placeOrder(by, { id: checkout_id, total: totalOf(data) });
}
