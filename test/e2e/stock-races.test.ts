import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD, type Shopper, shopper, shopperAt, totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';

/** Sales, cancels, corrections and imports of a few items by 16 writers through two processes on one file. */

const WRITERS = 16;
const ROUNDS = volume(6, 60);
const ITEMS = ['few', 'some', 'ahead'] as const;

let folder: string;
let here: TestPortal;
let there: Serving;
let owners: readonly [Shopper, Shopper];
/** The key of a deployment that may cancel orders too. */
let dealer: string;
let shop_id: string;
beforeAll(async () => {
  folder = temporaryFolder();
  here = await startPortal({ database: join(folder, 'portal.db') });
  there = await serve(here.database, { PORTAL_RATE_LIMIT: '0' });
  ({ shop_id } = here.demo);
  dealer = (await anotherKey(here, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  const key = here.demo.organization_key;
  owners = [shopper(here, { key }), shopperAt({ url: there.url, key })];
  const item = { title: 'Item', price: 500, fulfillment_types: ['pickup'] };
  for (const item_id of ITEMS) {
    const backorder = item_id === 'ahead' ? { backorder: { days: 5 } } : {};
    await owners[0].ok('put_item', { shop_id, item_id, ...item, stock: 4, ...backorder });
  }
});
afterAll(async () => {
  await there.stop('SIGTERM');
  await here.close();
  rmSync(folder, { recursive: true });
});

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Sold {
  readonly order: string;
  readonly item: string;
  readonly units: number;
}

/** Pays for some units; undefined = there were too few, or others came first. */
async function buy(by: Shopper, item: string, units: number): Promise<Sold | undefined> {
  const { data: cart } = await by.ok('get_cart', {});
  const checkout_id: string = cart.id;
  for (const { id } of cart.line_items) await by.ok('remove_line_item', { checkout_id, line_item_id: id });
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: item }, quantity: units }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  const args = { checkout_id, expected_total: totalOf(data), payment: { instruments: [CARD] } };
  const { status, json, text } = await by.send('complete_checkout', args);
  if (status !== 200 && json.error !== 'out_of_stock') throw new Error(text);
  return status === 200 ? { order: json.data.order.id, item, units } : undefined;
}

async function work(index: number): Promise<{ sold: Sold[]; canceled: Sold[] }> {
  const next = numbers(index + 1);
  const isHere = index % 2 === 0;
  const door = { url: isHere ? here.url : there.url, key: dealer };
  const by = shopperAt(door, `buyer-${index}`);
  const owner = owners[isHere ? 0 : 1];
  const sold: Sold[] = [];
  const canceled: Sold[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = ITEMS[next(ITEMS.length)] ?? 'few';
    const what = next(5);
    if (what <= 1) {
      const one = await buy(by, item, 1 + next(3));
      if (one) sold.push(one);
    } else if (what === 2 && sold.length > canceled.length) {
      const one = sold.find((order) => !canceled.includes(order));
      if (one) {
        await by.ok('cancel_order', { order_id: one.order });
        canceled.push(one);
      }
    } else if (what === 3) {
      const answered = await owner.send('move_stock', {
        shop_id,
        item_id: item,
        by: next(7) - 3 || 2,
        reason: 'Count',
      });
      expect([200, 409]).toContain(answered.status);
    } else await owner.ok('import_items', { shop_id, items: [{ id: item, stock: next(6) }] });
  }
  return { sold, canceled };
}

interface Movement {
  readonly kind: string;
  readonly by: number;
  readonly stock_after: number;
  readonly order_id: string | null;
}

async function ledgerOf(item_id: string): Promise<Movement[]> {
  const all: Movement[] = [];
  let cursor: string | undefined;
  do {
    const page = await owners[0].ok('list_stock_movements', {
      shop_id,
      item_id,
      limit: 100,
      ...(cursor && { cursor }),
    });
    all.push(...page.data);
    cursor = page.pagination?.cursor;
  } while (cursor);
  return all;
}

test('the ledger is the stock, and what the orders say', async () => {
  const done = await Promise.all(Array.from({ length: WRITERS }, (_, index) => work(index)));
  for (const item of ITEMS) {
    const ledger = await ledgerOf(item);
    const { stock } = (await owners[0].ok('get_shop_item', { shop_id, item_id: item })).data;
    const sum = (kinds: readonly string[]) =>
      ledger.filter(({ kind }) => kinds.includes(kind)).reduce((total, { by }) => total + by, 0);
    expect(ledger.reduce((total, { by }) => total + by, 0)).toBe(stock);
    const units = (orders: readonly Sold[]) =>
      orders.filter((one) => one.item === item).reduce((total, one) => total + one.units, 0);
    const kept = done.reduce((total, { sold, canceled }) => total + units(sold) - units(canceled), 0);
    expect(sum(['sale', 'give_back']), item).toBe(-kept);
    // Each line follows from the one before it.
    ledger.forEach(({ by, stock_after }, index) => {
      expect(stock_after).toBe((ledger[index + 1]?.stock_after ?? 0) + by);
      if (item !== 'ahead') expect(stock_after).toBeGreaterThanOrEqual(0);
    });
  }
  for (const some of ['sold', 'canceled'] as const)
    expect(done.flatMap((told) => told[some]).length, some).toBeGreaterThan(0);
});
