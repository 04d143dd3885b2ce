import type { Shop } from '../../model/state.js';
import { sum } from '../../model/sums.js';
import { allTaxed, type Taxed } from '../../model/taxes.js';
import { type Account, accountOf, type Request, take } from './after.js';
import { type Costs, costsOf } from './priced.js';
import type { BookShop } from './shops.js';
import type { Wish } from './wishes.js';

/** Expected accounting of an order in minor units, and the requests that lead to it. */
export interface Worked {
  readonly wish: Wish;
  readonly costs: Costs;
  readonly requests: readonly (Request & { readonly step: string })[];
  readonly amounts: Amounts;
  readonly taxed: readonly Taxed[];
  readonly paid: number;
  readonly lines: readonly LineAmounts[];
}

export type Amounts = Readonly<
  Record<
    'subtotal' | 'discounts' | 'delivery' | 'fees' | 'tax' | 'gross' | 'net' | 'canceled' | 'paid' | 'refunds',
    number
  >
>;

export interface LineAmounts {
  readonly id: string;
  readonly subtotal: number;
  readonly discounts: number;
  readonly tax: number;
  readonly total: number;
  readonly refunds: number;
}

export function workedOut(shop: Shop, book: BookShop, wish: Wish): Worked {
  const costs = costsOf(shop, book, wish);
  const account = accountOf(wish, costs);
  const requests = wish.steps.flatMap((step) => {
    const request = take(account, costs, step);
    return request ? [{ ...request, step: step.name }] : [];
  });
  const taxed = allTaxed(costs.price.taxes);
  const paid = account.received;
  return {
    wish,
    costs,
    requests,
    taxed,
    paid,
    amounts: amountsOf(costs, account, taxed, paid),
    lines: linesOf(costs, account),
  };
}

function amountsOf(
  { price }: Costs,
  { lines, total, payment, off }: Account,
  taxed: readonly Taxed[],
  paid: number,
): Amounts {
  const tax = sum(taxed.map((one) => one.tax));
  return {
    subtotal: price.subtotal,
    discounts: sum(price.used.map(({ amount }) => amount)),
    delivery: price.delivery,
    fees: sum(price.fees.map(({ amount }) => amount)),
    tax,
    gross: total,
    net: total - tax,
    canceled: payment === 'voided' ? total : off,
    paid,
    refunds: sum(lines.map(({ refunded }) => refunded)),
  };
}

function linesOf({ price, worth }: Costs, { lines }: Account): LineAmounts[] {
  return price.lines.map(({ line, subtotal, left }, index) => ({
    id: line.id,
    subtotal,
    discounts: subtotal - left,
    tax: price.taxes.lines[index]?.tax ?? 0,
    total: worth[index] ?? 0,
    refunds: lines[index]?.refunded ?? 0,
  }));
}

export function added(all: readonly Amounts[]): Amounts {
  const of = (name: keyof Amounts) => sum(all.map((one) => one[name]));
  return {
    ...{ subtotal: of('subtotal'), discounts: of('discounts'), delivery: of('delivery'), fees: of('fees') },
    ...{ tax: of('tax'), gross: of('gross'), net: of('net'), canceled: of('canceled') },
    ...{ paid: of('paid'), refunds: of('refunds') },
  };
}
