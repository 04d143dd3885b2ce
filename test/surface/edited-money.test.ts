import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { submitForm } from '../actors/buyer-page.js';
import { Merchant } from '../actors/merchant.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, type Shopper, shippedCart, shopper } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { changeItem, changeSettings, fullKey } from '../support/tenants.js';

/** Random changes of placed orders, with tax, discounts and delivery: money, stock and books must agree after each. */

type Json = Answered['json'];

const ITEMS = ['enamel-mug', 'linen-tea-towel'] as const;
const UNITS = 1000;
const BY_CARD = { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };

let portal: TestPortal;
let buyer: Shopper;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  ({ shop_id } = portal.demo);
  buyer = shopper(portal, { buyer: 'ada' });
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  for (const item of ITEMS) {
    await changeItem(portal, item, { counted: true });
    await new Merchant(portal).setUnits(item, UNITS);
  }
  const price = { type: 'percent', value_ppm: 33_000 } as const;
  await changeSettings(portal, { fees: [{ id: 'packing', title: 'Packing', price, tax_category: 'standard' }] });
});
afterAll(() => portal.close());

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const named = (order_id: string) => ({ shop_id, order_id });
const read = (order_id: string): Promise<Json> => owner.ok('get_shop_order', named(order_id));
const sumOf = (entries: readonly Json[], of: (one: Json) => number) =>
  entries.reduce((all: number, one) => all + of(one), 0);
const totalOf = ({ totals }: Json): number => totals.find((one: Json) => one.type === 'total').amount;

/** Tries a random change. It may be rejected, which changes nothing. */
async function change(order_id: string, random: (below: number) => number): Promise<void> {
  const { line_items, additions = [] } = await read(order_id);
  const waiting = additions.filter((one: Json) => one.order_id === undefined);
  const line = required(line_items[random(line_items.length)], 'line');
  const left = line.quantity.total - line.quantity.canceled;
  const draft_id = waiting[random(Math.max(1, waiting.length))]?.draft_id;
  const changes = [
    () => owner.send('edit_order', { ...named(order_id), line_items: [{ id: line.id, quantity: random(left + 3) }] }),
    () => {
      const item = { id: required(ITEMS[random(ITEMS.length)], 'item') };
      return owner.send('edit_order', { ...named(order_id), add: [{ item, quantity: 1 + random(3) }] });
    },
    () => owner.send('adjust_shop_order', { ...named(order_id), type: 'refund', amount: 1 + random(300) }),
    async () => {
      if (draft_id === undefined) return;
      const { continue_url } = await owner.ok('get_draft_order', { shop_id, draft_id });
      expect(await submitForm(continue_url, 'pay', BY_CARD)).toBeNull();
    },
    () => draft_id !== undefined && owner.send('cancel_draft_order', { shop_id, draft_id }),
  ];
  await changes[random(changes.length)]?.();
}

async function ordersOf(order_ids: readonly string[]): Promise<readonly Json[]> {
  const orders = await Promise.all(order_ids.map(read));
  const added = orders.flatMap(({ additions = [] }) => additions.flatMap((one: Json) => one.order_id ?? []));
  return [...orders, ...(await Promise.all(added.map(read)))];
}

test.each([11, 12, 13])('agree after each change (seed %i)', async (seed) => {
  const random = randomFrom(seed);
  const before = await booksOf();
  const unitsBefore = await stock();
  const order_id = await placeOrder(buyer, await shippedCart(buyer));
  for (let count = 0; count < 12; count += 1) {
    await change(order_id, random);
    const orders = await ordersOf([order_id]);
    for (const { payment, adjustments = [], ...order } of orders) {
      const removed = sumOf(adjustments, ({ amount }) => amount);
      expect(payment.amount_paid - payment.amount_refunded).toBe(totalOf(order) - removed);
    }
    const books = await booksOf();
    expect(books.gross - before.gross).toBe(sumOf(orders, totalOf));
    expect(books.paid - before.paid).toBe(sumOf(orders, ({ payment }) => payment.amount_paid));
    expect(books.refunds - before.refunds).toBe(sumOf(orders, ({ payment }) => payment.amount_refunded));
    const sold = ITEMS.map((id) => sumOf(orders, ({ line_items }) => unitsOf(line_items, id)));
    expect(await stock()).toEqual(unitsBefore.map((units, index) => units - (sold[index] ?? 0)));
  }
});

function unitsOf(line_items: readonly Json[], id: string): number {
  return sumOf(line_items, ({ item, quantity }) => (item.id === id ? quantity.total - quantity.canceled : 0));
}

const stock = (): Promise<number[]> =>
  Promise.all(ITEMS.map(async (item_id) => (await owner.ok('get_shop_item', { shop_id, item_id })).stock));

async function booksOf(): Promise<{ gross: number; paid: number; refunds: number }> {
  const { days } = await owner.ok('get_shop_summary', { shop_id });
  const of = (name: string) => sumOf(days, (day) => day[name]);
  return { gross: of('gross'), paid: of('paid'), refunds: of('refunds') };
}
