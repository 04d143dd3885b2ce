import { displayAmount } from '../../domain/values/display.js';
import type { Template } from '../content.js';
import { unitsBlocks } from '../order-blocks.js';
import { changeContent } from './change.js';

export const canceled: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.canceled, owed(mailed));

/** Names the canceled units of an order that continues. */
export const unitsCanceled: Template = (mailed) => {
  const newest = mailed.order.adjustments?.at(-1);
  const units = (newest?.line_items ?? []).filter(({ quantity }) => quantity > 0);
  const { units_canceled } = mailed.locale.texts.mail;
  const reason = newest?.reason === undefined ? [] : [{ type: 'paragraph', text: newest.reason } as const];
  return changeContent(mailed, units_canceled, [...unitsBlocks(mailed, units), ...reason, ...owed(mailed)]);
};

/** Tells by how much the debt of an unpaid order shrinks. A refund is among the order's messages instead. */
function owed({ order, locale }: Parameters<Template>[0]) {
  const newest = order.adjustments?.at(-1);
  if (!newest?.unpaid || newest.amount === 0) return [];
  const amount = displayAmount(newest.amount, order.currency, locale.tag);
  return [{ type: 'paragraph', text: locale.texts.events.money_unpaid(amount) } as const];
}
