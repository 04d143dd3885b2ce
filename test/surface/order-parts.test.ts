import { afterAll, beforeAll, expect, it } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { orderOnAccount, placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, changeItem } from '../support/tenants.js';

/** Operations on parts of an order over HTTP: stock, visibility of reasons, and the amount owed. */

let portal: TestPortal;
let merchant: Merchant;
let by: Shopper;
let owner: Shopper;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  merchant = new Merchant(portal);
  owner = shopper(portal, { key: portal.demo.organization_key });
  await changeItem(portal, 'enamel-mug', { counted: true });
  by = shopper(portal, { key: (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key });
});
afterAll(() => portal.close());

const mug = (quantity: number) => ({ line_items: [{ id: 'mug', quantity }] });
const order = async () => placeOrder(by, await readyCart(by));
const ship = (order_id: string, quantity: number) =>
  by.ok('record_fulfillment_event', { order_id, type: 'picked_up', ...mug(quantity) });

/** Sets the stock to 100 mugs, places an order of two, and calls `rest`. Returns the units left on sale. */
async function mugsAfter(rest: (order_id: string) => Promise<unknown>): Promise<number | null> {
  await merchant.setUnits('enamel-mug', 100);
  await rest(await order());
  return merchant.unitsLeft('enamel-mug');
}

it.each<[string, number, (order_id: string) => Promise<unknown>]>([
  ['restocks a canceled unit', 99, (order_id) => by.ok('cancel_order', { order_id, ...mug(1) })],
  [
    'does not restock a canceled unit if the merchant opts out',
    98,
    (order_id) => by.ok('cancel_order', { order_id, ...mug(1), restock: false }),
  ],
  [
    'does not restock a canceled order if the merchant opts out',
    98,
    (order_id) => by.ok('cancel_order', { order_id, restock: false }),
  ],
  [
    'restocks the rest of a canceled order, each unit once',
    100,
    async (order_id) => {
      await by.ok('cancel_order', { order_id, ...mug(1) });
      await by.ok('cancel_order', { order_id });
    },
  ],
  [
    'restocks a unit that is refunded before it is shipped',
    99,
    (order_id) => by.ok('adjust_order', { order_id, type: 'refund', ...mug(1) }),
  ],
  [
    'does not restock a refunded unit if the merchant opts out',
    98,
    (order_id) => by.ok('adjust_order', { order_id, type: 'refund', ...mug(1), restock: false }),
  ],
  [
    'restocks nothing when an amount is refunded',
    98,
    (order_id) => by.ok('adjust_order', { order_id, type: 'refund', amount: 100 }),
  ],
  [
    'does not restock a returned unit',
    98,
    async (order_id) => {
      await ship(order_id, 1);
      await by.ok('adjust_order', { order_id, type: 'return', ...mug(1) });
    },
  ],
  [
    'restocks a returned unit if the merchant asks for it',
    99,
    async (order_id) => {
      await ship(order_id, 2);
      await by.ok('adjust_order', { order_id, type: 'return', ...mug(1) });
      await by.ok('adjust_order', { order_id, type: 'return', ...mug(1), restock: true });
    },
  ],
  [
    'restocks nothing when a shipped unit is refunded',
    98,
    async (order_id) => {
      await ship(order_id, 2);
      await by.ok('adjust_order', { order_id, type: 'refund', ...mug(1) });
    },
  ],
])('%s', async (_name, left, rest) => {
  expect(await mugsAfter(rest)).toBe(left);
});

it('restocks a unit only if the stock of its item was counted at the sale and is counted now', async () => {
  const count = (to: number | null, expected: number | null) =>
    owner.ok('move_stock', { shop_id: portal.demo.shop_id, item_id: 'enamel-mug', to, expected });
  await merchant.setUnits('enamel-mug', 100);
  const counted = await order();
  await count(null, 98);
  const uncounted = await order();
  await by.ok('cancel_order', { order_id: counted });
  expect(await merchant.unitsLeft('enamel-mug')).toBeNull();
  await count(50, null);
  await by.ok('cancel_order', { order_id: uncounted });
  expect(await merchant.unitsLeft('enamel-mug')).toBe(50);
});

it('keeps canceled units from being shipped, and leaves the totals unchanged', async () => {
  const order_id = await order();
  const { data: before } = await by.ok('get_order', { order_id });
  const { data } = await by.ok('cancel_order', { order_id, ...mug(1) });
  expect(data.totals).toEqual(before.totals);
  expect(data.line_items[0]).toMatchObject({
    quantity: { total: 2, fulfilled: 0, canceled: 1, returned: 0 },
    totals: before.line_items[0].totals,
  });
  expect(data.adjustments).toMatchObject([
    { type: 'cancellation', status: 'completed', line_items: [{ quantity: 1 }] },
  ]);
  const detail = await by.refused(
    'record_fulfillment_event',
    { order_id, type: 'picked_up', ...mug(2) },
    'invalid_request',
  );
  expect(detail).toBe('line_items[0].quantity: must be at most 1, the units of the line that are still in the shop');
  await ship(order_id, 1);
  const tee = { line_items: [{ id: 'tee', quantity: 1 }] };
  expect((await by.ok('cancel_order', { order_id, ...tee })).data.status).toBe('fulfilled');
});

it('requires no payment for an order with nothing left to pay', async () => {
  const order_id = await orderOnAccount(by, await readyCart(by));
  await ship(order_id, 2);
  const canceled = await by.ok('cancel_order', { order_id, line_items: [{ id: 'tee', quantity: 1 }] });
  expect(canceled.data).toMatchObject({ status: 'fulfilled', payment_status: 'pending' });
  expect(canceled.data.adjustments[0]).toMatchObject({ type: 'cancellation', unpaid: true, status: 'completed' });
  const { data } = await by.ok('adjust_order', { order_id, type: 'return', ...mug(2) });
  expect(data).toMatchObject({ status: 'fulfilled', payment_status: 'voided' });
  expect(data.permitted_actions).not.toContain('mark_paid');
});

it('shows notes only to keys with the scope fulfillment, and a reason on the page only if marked visible', async () => {
  const order_id = await order();
  const agent = shopper(portal);
  const page = async () => (await fetch((await by.ok('get_order', { order_id })).data.permalink_url)).text();
  await by.ok('hold_order', { order_id, reason: 'Is it a fraud?', note: 'Ask the bank' });
  const { data: merchants } = await by.ok('get_order', { order_id });
  const { data: agents } = await agent.ok('get_order', { order_id });
  expect([merchants.note, agents.note]).toEqual(['Ask the bank', undefined]);
  expect(merchants.messages[0].content).toBe('The order is on hold: Is it a fraud?');
  expect(await page()).not.toMatch(/fraud|bank/);
  await by.ok('release_order', { order_id });
  expect((await by.ok('get_order', { order_id })).data.note).toBeUndefined();
  await by.ok('hold_order', { order_id, reason: 'We are on holiday', visible: true, note: 'Ask the bank' });
  expect(await page()).toContain('The order is on hold: We are on holiday');
  expect(await page()).not.toContain('bank');
  await by.ok('cancel_order', { order_id, ...mug(1), reason: 'Sold elsewhere' });
  expect(await page()).not.toContain('Sold elsewhere');
  await by.ok('cancel_order', { order_id, reason: 'Closed for good', visible: true });
  expect(await page()).toContain('The order is canceled: Closed for good');
});
