import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CART_LIFETIME, type Checkout } from '../../src/domain/checkout/checkout.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { addAbandonedCart, changeItem, fullKey } from '../support/tenants.js';

/** Tests which carts of a shop's buyers are listed as abandoned, and what is shown of them. */

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let portal: TestPortal;
let clock: ReturnType<typeof stillClock>;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  ({ shop_id } = portal.demo);
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
});
// After this time, the carts of earlier tests are erased.
beforeEach(() => wait(40 * DAY));
afterAll(() => portal.close());

async function wait(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await sweep(portal.app.portal);
}

const buyer = (): Shopper => shopper(portal, { buyer: crypto.randomUUID() });

const abandoned = (args: object = {}) => owner.ok('list_abandoned_carts', { shop_id, ...args });

async function idsOf(args: object = {}): Promise<string[]> {
  return (await abandoned(args)).map(({ id }: { readonly id: string }) => id);
}

/** Leaves a cart with one mug. Returns its id. */
async function leave(by = buyer()): Promise<string> {
  const { id: checkout_id } = (await by.ok('get_cart', {})).data;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  return checkout_id;
}

const store = (change: Partial<Checkout>): Promise<string> =>
  addAbandonedCart(portal, portal.demo.deployment_id, 'enamel-mug', change);

test('lists a cart that expired with its lines, buyer, value at present prices and link', async () => {
  const { id } = await readyCart(buyer());
  const left = new Date(clock.now()).toISOString();
  await wait(CART_LIFETIME - 1);
  expect(await abandoned()).toEqual([]);
  await wait(1);
  await changeItem(portal, 'enamel-mug', { price: 1700 });
  const [{ continue_url, line_items, ...cart }, ...others] = await abandoned();
  expect(others).toEqual([]);
  expect(cart).toEqual({
    ...{ id, deployment_id: portal.demo.deployment_id, created_at: left, updated_at: left },
    ...{ buyer_email: 'ada@example.com', currency: 'USD', item_count: 3, subtotal: 6200 },
  });
  const properties = [
    { name: 'Size', value: 'M' },
    { name: 'Color', value: 'Natural' },
  ];
  expect(line_items).toEqual([
    { item_id: 'enamel-mug', title: 'Enamel camp mug', quantity: 2, unit_price: 1700, total: 3400 },
    { item_id: 'shop-tee', title: 'Quillback T-shirt', quantity: 1, properties, unit_price: 2800, total: 2800 },
  ]);
  const page = await fetch(continue_url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Fill the cart again')]);
});

test('lists no cart that was bought, canceled or emptied', async () => {
  const paying = buyer();
  await placeOrder(paying, await readyCart(paying));
  const canceling = buyer();
  await canceling.ok('cancel_checkout', { checkout_id: await leave(canceling) });
  const emptying = buyer();
  const checkout_id = await leave(emptying);
  const { line_items } = (await emptying.ok('get_cart', {})).data;
  await emptying.ok('remove_line_item', { checkout_id, line_item_id: line_items[0].id });
  const left = await leave();
  await wait(CART_LIFETIME);
  expect(await idsOf()).toEqual([left]);
});

test('lists by idle time and in pages, the latest change first', async () => {
  const old = await leave();
  await wait(2 * HOUR);
  const young = await leave();
  await wait(23 * HOUR);
  expect(await idsOf()).toEqual([young, old]);
  expect(await idsOf({ idle_hours: 24 })).toEqual([old]);
  expect(await idsOf({ max_idle_hours: 24 })).toEqual([young]);
  const first = await owner.send('list_abandoned_carts', { shop_id, limit: 1 });
  expect(first.json.data).toMatchObject([{ id: young }]);
  const { cursor } = first.json.pagination;
  // Carts that expire meanwhile are newer than the position.
  await leave();
  await wait(CART_LIFETIME);
  const second = await owner.send('list_abandoned_carts', { shop_id, limit: 1, cursor });
  expect(second.json).toMatchObject({ data: [{ id: old }] });
  expect(second.json.pagination).toBeUndefined();
  const other = await owner.send('list_abandoned_carts', { shop_id, limit: 1, idle_hours: 24, cursor });
  expect([other.status, other.json.error]).toEqual([400, 'invalid_cursor']);
  const short = await owner.send('list_abandoned_carts', { shop_id, idle_hours: 5 });
  expect([short.status, short.json.error]).toEqual([400, 'invalid_request']);
});

test('shows how the last payment ended, the consent that a platform stated, and only a link that works', async () => {
  const platform = { profile: 'https://platform.example/profile', proven: true, consent: { marketing: false } };
  const stated = await store({ failed_payment: 'declined', platform });
  const created_at = clock.now() - 30 * DAY;
  const linked = await store({ created_at: created_at + 1 });
  const unlinked = await store({ created_at });
  const carts: readonly { readonly id: string }[] = await abandoned();
  const found = (id: string) => carts.find((cart) => cart.id === id);
  expect(found(stated)).toMatchObject({ buyer_name: 'Ada Park', failed_payment: 'declined', marketing_consent: false });
  expect(found(linked)).toHaveProperty('continue_url');
  for (const member of ['continue_url', 'failed_payment', 'marketing_consent'])
    expect(found(unlinked)).not.toHaveProperty(member);
});

test('lists nothing of an erased person, nor any cart after the retention', async () => {
  await readyCart(buyer());
  const nameless = await leave();
  await wait(CART_LIFETIME);
  expect(await idsOf()).toHaveLength(2);
  await owner.ok('erase_personal_data', { email: 'ada@example.com' });
  expect(await idsOf()).toEqual([nameless]);
  await wait(30 * DAY);
  expect(await idsOf()).toEqual([]);
});
