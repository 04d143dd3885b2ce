import { expect } from 'vitest';

interface Total {
  readonly type: string;
  readonly amount: number;
}

const DISCOUNTS: ReadonlySet<string> = new Set(['discount', 'items_discount']);

/** True for the version whose amounts are never below zero: the type says that a discount is taken off. */
export const isUnsigned = (version: string) => version === '2026-01-11';

/** Totals with discounts below zero, whatever the version. */
export function signed(totals: readonly Total[], version: string): Total[] {
  return totals.map(({ type, amount }) => ({
    type,
    amount: isUnsigned(version) && DISCOUNTS.has(type) ? -amount : amount,
  }));
}

/** Holds all totals of an answer against the rules of its version: their signs, and that they add up. */
export function expectTotals(
  {
    line_items,
    totals,
  }: { readonly line_items: readonly { readonly totals: readonly Total[] }[]; readonly totals: readonly Total[] },
  version: string,
): void {
  for (const list of [totals, ...line_items.map((line) => line.totals)]) {
    for (const { type, amount } of list) {
      if (DISCOUNTS.has(type)) expect([type, isUnsigned(version) ? amount > 0 : amount < 0]).toEqual([type, true]);
      else expect([type, amount >= 0]).toEqual([type, true]);
    }
    for (const once of ['subtotal', 'total']) expect(list.filter(({ type }) => type === once)).toHaveLength(1);
    const sum = signed(list, version).reduce(
      (left, { type, amount }) => left + (type === 'total' ? -amount : amount),
      0,
    );
    expect(sum).toBe(0);
  }
  const subtotals = line_items.map((line) => line.totals.find(({ type }) => type === 'subtotal')?.amount ?? 0);
  const [subtotal] = totals.filter(({ type }) => type === 'subtotal');
  expect(subtotal?.amount).toBe(subtotals.reduce((sum, amount) => sum + amount, 0));
}
