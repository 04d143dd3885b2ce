import { type MessageText, messageText } from '../errors/message-text.js';
import { leftToSpend, type Spending } from '../tenant/limits.js';

/** Lists the limits of the key that a total exceeds. Limits in another currency than the shop's allow nothing. */
export function findExceeded(spending: Spending, total: number, currency: string): MessageText[] {
  const { per_order, per_30_days = 0, ask_above, currency: of } = spending.limits;
  if (of !== currency) return total > 0 ? [messageText('limit_in_other_currency', { currency: of })] : [];
  const money = (amount: number) => ({ amount, currency });
  const left = leftToSpend(spending);
  return [
    ...(isBelow(per_order, total) ? [messageText('above_limit_per_order', { limit: money(per_order) })] : []),
    ...(isBelow(left, total)
      ? [messageText('above_limit_per_30_days', { limit: money(per_30_days), left: money(left) })]
      : []),
    ...(isBelow(ask_above, total) ? [messageText('above_ask_limit', { limit: money(ask_above) })] : []),
  ];
}

function isBelow(limit: number | undefined, total: number): limit is number {
  return limit !== undefined && limit < total;
}
