import { displayAmount } from '../../domain/values/display.js';
import { moneyRows } from '../../pages/order/page.js';
import type { Template } from '../content.js';
import { changeContent } from './change.js';

/** Names the refund that was paid out, and what was paid and refunded in total. */
export const refunded: Template = (mailed) => {
  const { order, row, locale } = mailed;
  const settled = row.adjustments.find((one) => one.status === 'completed' && one.settled_at === row.updated_at);
  const amount = displayAmount(settled?.amount ?? 0, order.currency, locale.tag);
  const reason = order.adjustments?.find(({ id }) => id === settled?.id)?.reason;
  const amounts = [
    { name: locale.texts.events.refund, text: amount, isTotal: true },
    ...moneyRows(order, locale).map(({ name, text }) => ({ name, text, isTotal: false })),
  ];
  return changeContent(mailed, locale.texts.mail.refunded, [
    ...(reason === undefined ? [] : [{ type: 'paragraph', text: reason } as const]),
    { type: 'amounts', amounts },
  ]);
};
