import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistryCaller } from '../actors/registry-caller.js';
import { charges, taxesIn } from '../model/shown.js';
import { sum } from '../model/sums.js';
import { taxByRate } from '../model/taxes.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { fullKey } from '../support/tenants.js';
import { partOf, volume } from '../support/volume.js';
import { buy, type Opened, openShop, ownerOf } from './books/buying.js';
import { BOOK_SHOPS, modelShop } from './books/shops.js';
import { STEPS, wishesIn } from './books/wishes.js';
import { added, type Worked, workedOut } from './books/worked.js';

/**
 * Bookkeeping for random orders in two shops: the prices of one include tax at two rates, the other adds tax by state.
 * The orders have discounts, fees, cancellations, refunds and returns. The summary, tables, JSON Lines and orders must
 * match sums computed from the requests alone.
 */

const ORDERS = volume(60, 300);
const ALL_SEEDS = [12, 13, 14];
const SEEDS = volume([12], ALL_SEEDS, partOf(ALL_SEEDS, 1));
/** Time between orders, in milliseconds. */
const HOURS = 3 * 3_600_000;
const DAY = 86_400_000;

const cents = (text: string | undefined) => Number((text ?? '').replace('.', ''));

/** Columns of a line that are compared. */
const LINE_COLUMNS = ['subtotal', 'discounts', 'tax', 'total', 'refunds'];

function columnsOf(row: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, cents(row[name])]));
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

interface Total {
  readonly type: string;
  readonly amount: number;
}

/** Cases that must occur among the orders for the test to be meaningful. */
const MET: Readonly<Record<string, (worked: Worked) => boolean>> = {
  'a total of 0': ({ amounts }) => amounts.gross === 0,
  'a total of 0 that is canceled': ({ amounts, requests }) =>
    amounts.gross === 0 && requests.some(({ operation }) => operation === 'cancel_order'),
  fees: ({ amounts }) => amounts.fees > 0,
  refunds: ({ amounts }) => amounts.refunds > 0,
  'never paid': ({ amounts, paid }) => paid === 0 && amounts.gross > 0 && amounts.canceled === 0,
  'canceled in part, and not paid': ({ amounts, paid }) =>
    paid === 0 && amounts.canceled > 0 && amounts.canceled < amounts.gross,
  'canceled as a whole, and not paid': ({ amounts }) => amounts.gross > 0 && amounts.canceled === amounts.gross,
  'paid in part': ({ amounts, paid }) => paid > 0 && paid < amounts.gross - amounts.canceled,
  'paid in part, then canceled': ({ amounts, paid }) => paid > 0 && amounts.refunds === paid && amounts.canceled > 0,
  'canceled in part, then paid, then refunded': ({ amounts, paid }) =>
    paid > 0 && amounts.canceled > 0 && amounts.refunds > 0,
  'a discount that takes effect alone beside others': ({ costs }) => {
    const [first, second] = costs.price.used;
    return costs.codes.length > 1 && first?.discount.terms.combinable === false && second === undefined;
  },
};

describe.each(SEEDS)('the books of seed %d', (seed) => {
  const clock = stillClock();
  let portal: TestPortal;
  let owner: RegistryCaller;
  beforeAll(async () => {
    portal = await startPortal({ clock });
    owner = ownerOf(portal, await fullKey(portal, 'organization'));
  });
  afterAll(() => portal.close());

  describe.each(BOOK_SHOPS)('of the shop in $name', (book) => {
    const shop = modelShop(book);
    const all = wishesIn(book, seed, ORDERS).map((wish) => workedOut(shop, book, wish));
    const placed: { readonly id: string; readonly at: number; readonly worked: Worked }[] = [];
    let opened: Opened;
    beforeAll(async () => {
      opened = await openShop(portal, owner, book);
      for (const worked of all) {
        placed.push({ at: clock.now(), id: await buy(opened, book, worked), worked });
        clock.advance(HOURS);
      }
    }, 600_000);

    const exported = async (...args: string[]) =>
      (await run(['orders', 'export', '--shop', opened.shop_id, ...args], portal.commandEnv)).stdout;
    const tableOf = async (rows: string): Promise<Record<string, string>[]> =>
      parse(await exported('--rows', rows), { columns: true });
    const jsonLines = async () =>
      (await exported('--format', 'jsonl'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

    it('the requests cover every case', () => {
      const steps = new Set(all.flatMap(({ requests }) => requests.map(({ step }) => step)));
      expect([...steps].sort()).toEqual([...STEPS].sort());
      const missing = Object.entries(MET).filter(([, holds]) => !all.some(holds));
      expect(missing.map(([name]) => name)).toEqual([]);
    });

    it('the summary equals the computed sums', async () => {
      const reader = ownerOf(portal, portal.demo.organization_key);
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const days = { from: day(NOON - DAY), to: day(clock.now() + DAY) };
      const summary = await reader.ok('get_shop_summary', { shop_id: opened.shop_id, ...days });
      expect(summary).toMatchObject({ orders: ORDERS, ...added(all.map(({ amounts }) => amounts)) });
      expect(taxesIn(summary.tax_lines)).toEqual(taxByRate(all.flatMap(({ taxed }) => taxed)));
      const zone = new Intl.DateTimeFormat('en-CA', { timeZone: book.time_zone });
      const byDay = grouped(placed, ({ at }) => zone.format(at));
      const expected = [...byDay].map(([date, those]) => ({
        date,
        orders: those.length,
        ...added(those.map(({ worked }) => worked.amounts)),
      }));
      expect(summary.days).toMatchObject(expected);
      expect(summary.days).toHaveLength(expected.length);
    });

    it('exports a row per order', async () => {
      const rows = new Map((await tableOf('orders')).map((row) => [row.order_id, row]));
      expect(rows.size).toBe(ORDERS);
      for (const { id, worked } of placed) {
        const { gross: total, net, ...amounts } = worked.amounts;
        const row = rows.get(id) ?? {};
        const wanted = { ...amounts, total, paid: worked.paid };
        expect([id, columnsOf(row, Object.keys(wanted))]).toEqual([id, wanted]);
      }
    });

    it('exports a row per line', async () => {
      const rows = grouped(await tableOf('lines'), (row) => row.order_id ?? '');
      for (const { id, worked } of placed) {
        const found = rows.get(id) ?? [];
        const read = found.map((row) => ({ id: row.line_id, ...columnsOf(row, LINE_COLUMNS) }));
        expect([id, read]).toEqual([id, worked.lines]);
        const of = (name: 'total' | 'refunds') => sum(found.map((row) => cents(row[name])));
        expect([of('total'), of('refunds')]).toEqual([worked.amounts.gross, worked.amounts.refunds]);
      }
    });

    it('exports whole orders as JSON Lines, equal to those that get_order returns', async () => {
      const orders = new Map((await jsonLines()).map((order) => [order.id, order]));
      expect(orders.size).toBe(ORDERS);
      for (const { id, worked } of placed) {
        const order = orders.get(id);
        const { price, codes } = worked.costs;
        expect(order.totals.map(({ type, amount }: Total) => [type, amount])).toEqual(price.totals);
        expect(charges(order)).toEqual({
          codes,
          applied: price.used.map(
            ({ discount, amount }) => `${discount.terms.automatic ? 'automatic' : discount.code} ${amount}`,
          ),
          fees: price.fees.map(({ id, amount }) => `${id} ${amount}`),
          taxes: taxByRate(worked.taxed),
        });
        expect(order.payment).toMatchObject({ amount_paid: worked.paid, amount_refunded: worked.amounts.refunds });
        const { data } = await opened.by.ok('get_order', { order_id: id });
        for (const member of ['totals', 'tax_lines', 'fees', 'discounts', 'payment', 'adjustments'])
          expect([member, data[member]]).toEqual([member, order[member]]);
      }
    });
  });
});
