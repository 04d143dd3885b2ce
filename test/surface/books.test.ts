import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { fullKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';

/**
 * A book: random orders in a shop with prices that include the tax at two rates, and in one with tax on top. The summary,
 * the tables, the JSON Lines and the orders agree to the cent with sums that are made here from the requests alone.
 */

const ORDERS = volume(16, 150);
const DAY = 86_400_000;
/** Minor units, and the rate in parts per million by country. */
const GOODS = {
  pot: { price: 1999, category: 'standard', DE: 190_000, US: 72_500 },
  tea: { price: 349, category: 'food', DE: 70_000, US: 20_000 },
  book: { price: 1250, category: 'standard', DE: 190_000, US: 72_500 },
} as const;
type Good = keyof typeof GOODS;
const SHIPPING = 490;

interface Wish {
  readonly goods: readonly (readonly [Good, number])[];
  /** A tenth off the order; then there is one line. */
  readonly off: boolean;
  readonly shipped: boolean;
  readonly after: 'nothing' | 'cancel' | 'cancel a unit' | 'refund an amount' | 'refund a unit';
}

const wishes = fc.sample(
  fc.record({
    goods: fc
      .uniqueArray(fc.constantFrom<Good>('pot', 'tea', 'book'), { minLength: 1, maxLength: 3 })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: 5 }))))),
    off: fc.boolean(),
    shipped: fc.boolean(),
    after: fc.constantFrom<Wish['after']>(
      'nothing',
      'nothing',
      'cancel',
      'cancel a unit',
      'refund an amount',
      'refund a unit',
    ),
  }),
  { numRuns: ORDERS, seed: 12 },
) satisfies Wish[];

/** What an order comes to, worked out by hand. Minor units. */
interface Worked {
  subtotal: number;
  discounts: number;
  delivery: number;
  tax: number;
  gross: number;
  refunds: number;
  byRate: Map<number, number>;
}

const rounded = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));

function worked({ goods: all, off, shipped, after }: Wish, country: 'DE' | 'US'): Worked {
  const goods = off ? all.slice(0, 1) : all;
  const sums: Worked = {
    subtotal: 0,
    discounts: 0,
    delivery: shipped ? SHIPPING : 0,
    tax: 0,
    gross: 0,
    refunds: 0,
    byRate: new Map(),
  };
  const lines = goods.map(([name, units]) => {
    const subtotal = GOODS[name].price * units;
    const discount = off ? rounded(subtotal, 10) : 0;
    const rate = GOODS[name][country];
    const left = subtotal - discount;
    const tax = country === 'DE' ? rounded(left * rate, 1_000_000 + rate) : rounded(left * rate, 1_000_000);
    sums.subtotal += subtotal;
    sums.discounts += discount;
    sums.tax += tax;
    sums.byRate.set(rate, (sums.byRate.get(rate) ?? 0) + tax);
    return { units, paid: left + (country === 'US' ? tax : 0) };
  });
  sums.gross = lines.reduce((sum, { paid }) => sum + paid, 0) + sums.delivery;
  const [first] = lines;
  if (after === 'cancel') sums.refunds = sums.gross;
  if (after === 'refund an amount') sums.refunds = 100;
  if (first && (after === 'cancel a unit' || after === 'refund a unit'))
    sums.refunds = rounded(paidOf(lines, sums.delivery), first.units);
  return sums;
}

/** What the first line is worth with its part of the shipping: the largest remainders get the odd cents, the first of equals first. */
function paidOf(lines: readonly { readonly paid: number }[], shipping: number): number {
  const all = lines.reduce((sum, { paid }) => sum + paid, 0);
  const parts = lines.map(({ paid }, index) => ({
    index,
    whole: Math.floor((shipping * paid) / all),
    rest: (shipping * paid) % all,
  }));
  const odd = shipping - parts.reduce((sum, { whole }) => sum + whole, 0);
  const lucky = [...parts].sort((a, b) => b.rest - a.rest || a.index - b.index).slice(0, odd);
  return (lines[0]?.paid ?? 0) + (parts[0]?.whole ?? 0) + (lucky.some(({ index }) => index === 0) ? 1 : 0);
}

const clock = stillClock();
let portal: TestPortal;
const shops = new Map<'DE' | 'US', string>();
const buyers = new Map<'DE' | 'US', Shopper>();
beforeAll(async () => {
  portal = await startPortal({ clock });
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  for (const country of ['DE', 'US'] as const) {
    const { id: shop_id } = await owner.ok('create_shop', { name: country });
    shops.set(country, shop_id);
    await owner.ok('update_shop_settings', {
      ...{
        shop_id,
        currency: country === 'DE' ? 'EUR' : 'USD',
        country,
        time_zone: country === 'DE' ? 'Europe/Berlin' : 'UTC',
      },
      tax: {
        included: country === 'DE',
        on_shipping: false,
        rates: Object.values(GOODS)
          .slice(0, 2)
          .map((good) => ({ country, category: good.category, rate_ppm: good[country] })),
      },
      shipping: [
        {
          id: 'post',
          title: 'Post',
          carrier: 'Post',
          zone: {},
          price: { type: 'flat', amount: SHIPPING },
          transit_days: { min: 1, max: 2 },
        },
      ],
      pickup: [
        {
          id: 'counter',
          title: 'Counter',
          amount: 0,
          address: { address_country: country, address_region: country === 'US' ? 'OR' : 'BE' },
          ready_days: { min: 0, max: 0 },
        },
      ],
      payment_handlers: ['invoice'],
    });
    for (const [item_id, { price, category }] of Object.entries(GOODS))
      await owner.ok('put_item', {
        shop_id,
        item_id,
        title: item_id,
        price,
        tax_category: category,
        fulfillment_types: ['shipping', 'pickup'],
      });
    await owner.ok('put_discount', {
      shop_id,
      code: 'TENTH',
      title: 'A tenth off',
      kind: 'percent',
      value_ppm: 100_000,
    });
    const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name: country });
    const { key } = await owner.ok('create_key', { name: 'all', deployment_id, scopes: ['commerce', 'fulfillment'] });
    buyers.set(country, shopper(portal, { key }));
  }
  for (const country of ['DE', 'US'] as const) {
    for (const wish of wishes) {
      await buy(buyers.get(country), wish, country);
      clock.advance(DAY / 8);
    }
    clock.advance(NOON - clock.now());
  }
}, 300_000);
afterAll(() => portal.close());

const ACCOUNT = { id: 'i', handler_id: 'invoice' };

async function buy(
  by: Shopper | undefined,
  { goods: all, off, shipped, after }: Wish,
  country: 'DE' | 'US',
): Promise<void> {
  if (!by) throw new Error('nobody buys');
  const goods = off ? all.slice(0, 1) : all;
  const { id: checkout_id } = (await by.ok('get_cart', {})).data;
  const line_items = goods.map(([id, quantity]) => ({ id, item: { id }, quantity }));
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  if (off) await by.ok('apply_discount', { checkout_id, code: 'TENTH' });
  const region = country === 'US' ? 'OR' : 'BE';
  const destination = {
    full_name: 'Ada L.',
    street_address: '1 Main St',
    address_locality: 'Town',
    address_region: region,
    postal_code: country === 'US' ? '97201' : '10115',
    address_country: country,
  };
  if (shipped) await by.ok('set_destination', { checkout_id, destination });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: shipped ? 'post' : 'counter' });
  const expected_total = data.totals.at(-1).amount;
  const paid = await by.ok('complete_checkout', { checkout_id, expected_total, payment: { instruments: [ACCOUNT] } });
  const order_id: string = paid.data.order.id;
  await by.ok('mark_order_paid', { order_id });
  const one = { line_items: [{ id: goods[0]?.[0] ?? '', quantity: 1 }] };
  if (after === 'cancel') await by.ok('cancel_order', { order_id });
  if (after === 'cancel a unit') await by.ok('cancel_order', { order_id, ...one });
  if (after === 'refund an amount') await by.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
  if (after === 'refund a unit') await by.ok('adjust_order', { order_id, type: 'refund', ...one });
}

const cents = (text: string | undefined) => Number((text ?? '').replace('.', ''));
const added = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

describe.each(['DE', 'US'] as const)('the books of the shop in %s', (country) => {
  const all = wishes.map((wish) => worked(wish, country));
  const sumOf = (name: 'subtotal' | 'discounts' | 'delivery' | 'tax' | 'gross' | 'refunds') =>
    added(all.map((one) => one[name]));
  const EXPECTED = {
    orders: ORDERS,
    ...{ subtotal: sumOf('subtotal'), discounts: sumOf('discounts'), delivery: sumOf('delivery'), tax: sumOf('tax') },
    ...{ gross: sumOf('gross'), net: sumOf('gross') - sumOf('tax'), refunds: sumOf('refunds'), fees: 0, canceled: 0 },
  };
  const shop = () => shops.get(country) ?? '';
  const exported = async (...args: string[]) =>
    (await run(['orders', 'export', '--shop', shop(), ...args], { PORTAL_DB: portal.database })).stdout;

  it('summary', async () => {
    const owner = registryCaller(() => portal.url, portal.demo.organization_key);
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const days = { from: day(NOON - DAY), to: day(NOON + (ORDERS * DAY) / 8 + DAY) };
    const summary = await owner.ok('get_shop_summary', { shop_id: shop(), ...days });
    expect(summary).toMatchObject(EXPECTED);
    const rates = new Map<number, number>();
    for (const { byRate } of all) for (const [rate, tax] of byRate) rates.set(rate, (rates.get(rate) ?? 0) + tax);
    const told = summary.tax_lines.map(({ rate_ppm, amount }: { rate_ppm: number; amount: number }) => [
      rate_ppm,
      amount,
    ]);
    expect(new Map(told)).toEqual(rates);
    for (const name of ['orders', 'gross', 'tax', 'refunds'] as const)
      expect(added(summary.days.map((one: Record<string, number>) => one[name]))).toBe(EXPECTED[name]);
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone: country === 'DE' ? 'Europe/Berlin' : 'UTC' });
    const dates = wishes.map((_wish, index) => zone.format(NOON + (index * DAY) / 8));
    expect(summary.days.map(({ date }: { date: string }) => date)).toEqual([...new Set(dates)].sort());
  });

  it('a row per order', async () => {
    const rows: Record<string, string>[] = parse(await exported('--rows', 'orders'), { columns: true });
    const column = (name: string) => added(rows.map((row) => cents(row[name])));
    expect(rows).toHaveLength(ORDERS);
    for (const name of ['subtotal', 'discounts', 'delivery', 'tax', 'refunds'] as const)
      expect([name, column(name)]).toEqual([name, EXPECTED[name]]);
    expect([column('total'), column('paid')]).toEqual([EXPECTED.gross, EXPECTED.gross]);
  });

  it('a row per line', async () => {
    const rows: Record<string, string>[] = parse(await exported('--rows', 'lines'), { columns: true });
    const column = (name: string) => added(rows.map((row) => cents(row[name])));
    for (const name of ['subtotal', 'discounts', 'tax', 'refunds'] as const)
      expect([name, column(name)]).toEqual([name, EXPECTED[name]]);
    expect(column('total')).toBe(EXPECTED.gross);
  });

  it('JSON Lines, and the orders themselves', async () => {
    const orders = (await exported('--format', 'jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const newestFirst = [...all].reverse();
    expect(orders).toHaveLength(ORDERS);
    orders.forEach((order, index) => {
      expect(order.totals.at(-1).amount).toBe(newestFirst[index]?.gross);
      expect(order.payment.amount_refunded).toBe(newestFirst[index]?.refunds);
      expect(added(order.tax_lines.map(({ amount }: { amount: number }) => amount))).toBe(newestFirst[index]?.tax);
    });
  });
});
