import type { WireAnswer, WireTotal } from '../wire.js';

/** Version in which amounts are never negative: the type says that a discount is subtracted. */
const UNSIGNED = '2026-01-11';

export const isUnsigned = (version: string) => version === UNSIGNED;

const TAKEN_OFF = new Set(['discount', 'items_discount']);

/** Returns the totals with discounts as negative amounts, regardless of version. */
export function signed(totals: readonly WireTotal[], version: string): WireTotal[] {
  return totals.map((one) =>
    isUnsigned(version) && TAKEN_OFF.has(one.type) ? { ...one, amount: -one.amount } : { ...one },
  );
}

/** Returns the response with discounts as negative amounts in all totals, regardless of version. */
export function withSigns<Answer extends WireAnswer>(answer: Answer, version: string): Answer {
  const { totals, line_items = [] } = answer;
  return {
    ...answer,
    ...(totals && { totals: signed(totals, version) }),
    line_items: line_items.map((line) => ({ ...line, totals: signed(line.totals, version) })),
  };
}
