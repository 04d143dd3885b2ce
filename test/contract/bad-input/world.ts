import { systemIds } from '../../../src/app.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { placeOrder, readyCart, shopper } from '../../support/shopper.js';
import { NOON, stillClock } from '../../support/still-clock.js';
import { addDiscounts, changeItem, secondTenant } from '../../support/tenants.js';

/** Something for every operation to work on, and the same of others. */
export interface Objects {
  readonly checkout: string;
  /** What it takes to complete the checkout. */
  readonly total: number;
  readonly order: string;
  readonly held: string;
  readonly foreign: Others;
  readonly bob: Others;
  /** Of the deployment, but of no buyer. */
  readonly nobody: Others;
}

export interface World extends Objects {
  readonly portal: TestPortal;
}

interface Others {
  readonly checkout: string;
  readonly order: string;
}

/** Who makes the calls of the tables. */
export const BUYER = 'ada';
/** An item that only the second shop has, and one that the first has withdrawn. */
export const FOREIGN_ITEM = 'foreign-mug';
export const WITHDRAWN_ITEM = 'rolling-pin';

export async function makeWorld(): Promise<World> {
  const portal = await startPortal({ clock: stillClock() });
  const tenant = await secondTenant(portal, FOREIGN_ITEM);
  await changeItem(portal, WITHDRAWN_ITEM, { status: 'withdrawn' });
  await addDiscounts(portal, tenant.shop_id, [{ code: 'FOREIGN' }]);
  await addDiscounts(portal, portal.demo.shop_id, [
    { code: 'OVER', ends_at: NOON },
    { code: 'LARGE', minimum_subtotal: 10_000_000 },
    { code: 'ALONE', combinable: false },
  ]);
  const ada = shopper(portal, { buyer: BUYER });
  const order = await placeOrder(ada, await readyCart(ada));
  const held = await placeOrder(ada, await readyCart(ada));
  await ada.ok('hold_order', { order_id: held });
  const cart = await readyCart(ada);
  const { data } = await ada.ok('apply_discount', { checkout_id: cart.id, code: 'WELCOME10' }).then(() => read());
  return {
    portal,
    checkout: cart.id,
    total: data.totals.at(-1).amount,
    order,
    held,
    foreign: await foreignThings(portal, tenant.key),
    bob: await others(portal, 'bob'),
    nobody: await others(portal, undefined),
  };

  function read() {
    return ada.ok('get_checkout', { checkout_id: cart.id });
  }
}

async function others(portal: TestPortal, buyer: string | undefined): Promise<Others> {
  const by = shopper(portal, buyer === undefined ? {} : { buyer });
  const order = await placeOrder(by, await readyCart(by));
  return { order, checkout: (await readyCart(by)).id };
}

/** The second tenant has one item, which is enough for a cart and an order of the same buyer reference. */
async function foreignThings(portal: TestPortal, key: string): Promise<Others> {
  const by = shopper(portal, { key, buyer: BUYER });
  const cart = async () => {
    const { data } = await by.ok('get_cart', {});
    const checkout_id: string = data.id;
    await by.ok('add_line_items', {
      checkout_id,
      line_items: [{ item: { id: FOREIGN_ITEM }, quantity: 1, id: 'mug' }],
    });
    await by.ok('set_buyer', { checkout_id, buyer: { email: 'eve@example.com' } });
    const ready = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    return { id: checkout_id, total: ready.data.totals.at(-1).amount };
  };
  const order = await placeOrder(by, await cart());
  return { order, checkout: (await cart()).id };
}

/** Of the right form, and nobody's. */
export const absentCheckout = systemIds.next('chk');
export const absentOrder = systemIds.next('ord');
