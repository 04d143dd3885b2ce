import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { readyCart, type Shopper, shopper } from '../../support/shopper.js';
import { stillClock } from '../../support/still-clock.js';
import { type Merchant, merchantOf } from './merchant.js';

/** A shop, its merchant, and a shopper with a cart. */
export interface World {
  readonly portal: TestPortal;
  readonly clock: ReturnType<typeof stillClock>;
  readonly merchant: Merchant;
  readonly by: Shopper;
  readonly id: string;
  /** An operation on the cart; answers its `data`. */
  cart(operation: string, args?: object): Promise<Answered['json']>;
}

/** How far the cart is: nothing in it, ready to be collected, or ready to be shipped. */
export type Start = 'empty' | 'collected' | 'shipped';

export const HOME = {
  street_address: '12 Main St',
  address_locality: 'Portland',
  postal_code: '97214',
  address_country: 'US',
};

export async function openShop(start: Start): Promise<World> {
  const clock = stillClock();
  const portal = await startPortal({ clock });
  const by = shopper(portal, { buyer: 'ada' });
  const id: string = start === 'empty' ? (await by.ok('get_cart', {})).data.id : (await readyCart(by)).id;
  const cart: World['cart'] = async (operation, args = {}) => {
    const { data } = await by.ok(operation, { checkout_id: id, ...args });
    return data;
  };
  if (start === 'shipped') {
    await cart('set_destination', { destination: HOME });
    await cart('select_fulfillment', { selected_option_id: 'standard' });
  }
  return { portal, clock, merchant: await merchantOf(portal), by, id, cart };
}
