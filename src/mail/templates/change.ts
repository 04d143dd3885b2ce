import type { Block, MailContent, MailedOrder } from '../content.js';
import { messageBlocks, orderButton } from '../order-blocks.js';

/** Texts of a notice about an order. */
export interface ChangeTexts {
  readonly subject: (shop: string, number: string) => string;
  readonly heading: string;
  readonly text: (shop: string) => string;
}

/** Builds a notice about a change of an order, with the blocks that only this kind has after its text. */
export function changeContent(mailed: MailedOrder, texts: ChangeTexts, blocks: readonly Block[] = []): MailContent {
  const { order, face, isForBuyer, locale } = mailed;
  return {
    subject: texts.subject(face.name, order.display_id),
    blocks: [
      { type: 'heading', text: texts.heading },
      { type: 'paragraph', text: texts.text(face.name) },
      // Staff have many orders, and their mail has no link.
      ...(isForBuyer ? [] : [{ type: 'hint', text: locale.texts.order.title(order.display_id) } as const]),
      ...blocks,
      ...messageBlocks(order),
      ...orderButton(mailed),
    ],
  };
}
