import { dateText } from '../../texts/dates.js';
import type { Template } from '../content.js';
import {
  amountsBlock,
  buyerBlocks,
  deliveryBlocks,
  linesBlocks,
  messageBlocks,
  orderButton,
  paymentBlock,
} from '../order-blocks.js';

/** The order confirmation: the whole order, as the law of the EU requires for distance contracts. */
export const placed: Template = (mailed) => {
  const { order, face, locale } = mailed;
  const { tag, texts } = locale;
  const placedOn = dateText(order.created_at, 'day', tag, face.shop.settings.time_zone);
  return {
    subject: texts.mail.placed.subject(face.name, order.display_id),
    blocks: [
      { type: 'heading', text: texts.mail.placed.heading },
      { type: 'paragraph', text: texts.mail.placed.text(face.name) },
      { type: 'hint', text: `${texts.order.title(order.display_id)} · ${texts.order.placed_on(placedOn)}` },
      ...messageBlocks(order),
      ...orderButton(mailed),
      ...linesBlocks(mailed),
      amountsBlock(mailed),
      ...deliveryBlocks(mailed),
      ...buyerBlocks(mailed),
      paymentBlock(mailed),
    ],
  };
};
