import type { WireAnswer, WireTotal } from '../wire.js';

/** The version whose amounts are never below zero: the type says that a discount is taken off. */
const UNSIGNED = '2026-01-11';

export const isUnsigned = (version: string) => version === UNSIGNED;

const TAKEN_OFF = new Set(['discount', 'items_discount']);

/** Totals with discounts below zero, in any version. */
export function signed(totals: readonly WireTotal[], version: string): WireTotal[] {
  return totals.map((one) =>
    isUnsigned(version) && TAKEN_OFF.has(one.type) ? { ...one, amount: -one.amount } : { ...one },
  );
}

/** An answer with such totals. */
export function withSigns<Answer extends WireAnswer>(answer: Answer, version: string): Answer {
  const { totals, line_items = [] } = answer;
  return {
    ...answer,
    ...(totals && { totals: signed(totals, version) }),
    line_items: line_items.map((line) => ({ ...line, totals: signed(line.totals, version) })),
  };
}
