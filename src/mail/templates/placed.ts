import { isInvoiceDue } from '../../domain/webhook/notices.js';
import { dateText } from '../../texts/dates.js';
import type { MailContent, MailedOrder, Template } from '../content.js';
import {
  amountsBlock,
  buyerBlocks,
  deliveryBlocks,
  linesBlocks,
  messageBlocks,
  orderButton,
  paymentBlock,
} from '../order-blocks.js';
import type { ChangeTexts } from './change.js';

/** The order confirmation: the whole order, as the law of the EU requires for distance contracts. */
export const placed: Template = (mailed) => wholeOrder(mailed, mailed.locale.texts.mail.placed);

/** The same for the shop's staff. */
export const newOrder: Template = (mailed) => wholeOrder(mailed, mailed.locale.texts.mail.new_order);

function wholeOrder(mailed: MailedOrder, own: ChangeTexts): MailContent {
  const { order, row, face, locale, isForBuyer } = mailed;
  const { tag, texts } = locale;
  const placedOn = dateText(order.created_at, 'day', tag, face.shop.settings.time_zone);
  // Buyers must see at once that they have to pay.
  const paysFirst = isForBuyer && isInvoiceDue(row);
  return {
    subject: own.subject(face.name, order.display_id),
    blocks: [
      { type: 'heading', text: own.heading },
      { type: 'paragraph', text: own.text(face.name) },
      { type: 'hint', text: `${texts.order.title(order.display_id)} · ${texts.order.placed_on(placedOn)}` },
      ...messageBlocks(order),
      ...orderButton(mailed),
      ...(paysFirst ? [paymentBlock(mailed)] : []),
      ...linesBlocks(mailed),
      amountsBlock(mailed),
      ...deliveryBlocks(mailed),
      ...buyerBlocks(mailed),
      ...(paysFirst ? [] : [paymentBlock(mailed)]),
    ],
  };
}
