import { reductionOf, refundOf } from '../../domain/order/adjustment.js';
import { displayAmount } from '../../domain/values/display.js';
import type { Block, MailedOrder, Template } from '../content.js';
import { unitsBlocks } from '../order-blocks.js';
import { changeContent } from './change.js';

export const canceled: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.canceled, owed(mailed));

/** Names the canceled units of an order that continues. */
export const unitsCanceled: Template = (mailed) =>
  changeContent(mailed, mailed.locale.texts.mail.units_canceled, adjustmentBlocks(mailed));

/** Names the returned units, and what is refunded for them or no longer owed. */
export const returned: Template = (mailed) => {
  const { order, row, locale } = mailed;
  const newest = row.adjustments.at(-1);
  const refund = newest ? refundOf(newest) : 0;
  const text = displayAmount(refund, order.currency, locale.tag);
  const amounts = [{ name: locale.texts.events.refund, text, isTotal: true }];
  return changeContent(mailed, locale.texts.mail.returned, [
    ...adjustmentBlocks(mailed),
    ...(refund > 0 ? [{ type: 'amounts', amounts } as const] : []),
  ]);
};

/** Describes the newest adjustment: its units, the reason that the buyer may read, and what is no longer owed. */
function adjustmentBlocks(mailed: MailedOrder): Block[] {
  const newest = mailed.order.adjustments?.at(-1);
  const units = (newest?.line_items ?? []).filter(({ quantity }) => quantity > 0);
  const reason = newest?.reason === undefined ? [] : [{ type: 'paragraph', text: newest.reason } as const];
  return [...unitsBlocks(mailed, units), ...reason, ...owed(mailed)];
}

/** Tells how much less has to be paid. A refund is among the order's messages instead. */
function owed({ order, locale }: MailedOrder): Block[] {
  const newest = order.adjustments?.at(-1);
  const reduction = newest ? reductionOf(newest) : 0;
  if (reduction === 0) return [];
  const amount = displayAmount(reduction, order.currency, locale.tag);
  return [{ type: 'paragraph', text: locale.texts.events.money_unpaid(amount) }];
}
