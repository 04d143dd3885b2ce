import { refundOf } from '../../domain/order/adjustment.js';
import { displayAmount } from '../../domain/values/display.js';
import { moneyRows } from '../../pages/order/page.js';
import type { Template } from '../content.js';
import { changeContent } from './change.js';

/** Names the newest refund that was paid out, without what was never captured, and what was paid and refunded in total. */
export const refunded: Template = (mailed) => {
  const { order, row, locale } = mailed;
  const refunds = row.adjustments.flatMap((one) => (one.status === 'completed' && refundOf(one) > 0 ? one : []));
  const newest = refunds.toSorted((a, b) => a.settled_at - b.settled_at).at(-1);
  const amount = displayAmount(newest ? refundOf(newest) : 0, order.currency, locale.tag);
  const reason = order.adjustments?.find(({ id }) => id === newest?.id)?.reason;
  const amounts = [
    { name: locale.texts.events.refund, text: amount, isTotal: true },
    ...moneyRows(order, locale).map(({ name, text }) => ({ name, text, isTotal: false })),
  ];
  return changeContent(mailed, locale.texts.mail.refunded, [
    ...(reason === undefined ? [] : [{ type: 'paragraph', text: reason } as const]),
    { type: 'amounts', amounts },
  ]);
};
