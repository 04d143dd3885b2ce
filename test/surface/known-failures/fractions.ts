/** Prices and rates whose products have fractions of a cent, with the expected amounts. */
export interface Fraction {
  readonly name: string;
  /** Price of one unit, in cents. */
  readonly price: number;
  readonly lines?: number;
  readonly discounts?: Readonly<Record<string, object>>;
  readonly tax_ppm?: number;
  readonly tax_included?: boolean;
  readonly totals: Readonly<Record<string, number>>;
}

export const ITEM = 'linen-tea-towel';

const percent = (value_ppm: number) => ({ kind: 'percent', value_ppm });
const TENTH = percent(100_000);

export const FRACTIONS: readonly Fraction[] = [
  {
    name: 'half a cent off the order',
    price: 5,
    discounts: { A: TENTH },
    totals: { subtotal: 5, discount: -1, fulfillment: 0, total: 4 },
  },
  {
    name: 'one and a half cents off a named item',
    price: 15,
    discounts: { A: { ...TENTH, item_ids: [ITEM] } },
    totals: { subtotal: 15, items_discount: -2, fulfillment: 0, total: 13 },
  },
  {
    name: 'half a cent of tax',
    price: 10,
    tax_ppm: 50_000,
    totals: { subtotal: 10, fulfillment: 0, tax: 1, total: 11 },
  },
  {
    name: 'half a cent of tax on each of three lines',
    price: 10,
    lines: 3,
    tax_ppm: 50_000,
    totals: { subtotal: 30, fulfillment: 0, tax: 3, total: 33 },
  },
  {
    name: 'an eighth off, and tax on what is left',
    price: 1_999,
    discounts: { A: percent(125_000) },
    tax_ppm: 72_500,
    totals: { subtotal: 1_999, discount: -250, fulfillment: 0, tax: 127, total: 1_876 },
  },
  {
    name: 'a third off, then half of the rest',
    price: 101,
    discounts: { A: percent(333_333), B: percent(500_000) },
    totals: { subtotal: 101, discount: -68, fulfillment: 0, total: 33 },
  },
  {
    name: 'an amount spread over three lines with a remainder, and tax on each',
    price: 100,
    lines: 3,
    discounts: { A: { kind: 'fixed', amount: 100 } },
    tax_ppm: 75_000,
    totals: { subtotal: 300, discount: -100, fulfillment: 0, tax: 15, total: 215 },
  },
  {
    name: 'one and a half cents of tax in the price',
    price: 3,
    tax_ppm: 1_000_000,
    tax_included: true,
    totals: { subtotal: 3, fulfillment: 0, total: 3 },
  },
];

/** Lists every fractional number in a response, with its path. */
export function fractionsIn(value: unknown, path = '$'): string[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [] : [`${path} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => fractionsIn(member, `${path}.${name}`));
}
