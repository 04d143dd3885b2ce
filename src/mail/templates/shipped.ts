import type { Block, Group, MailedOrder, Template } from '../content.js';
import { unitsBlocks } from '../order-blocks.js';
import { changeContent } from './change.js';

/** Names the units of the newest parcel, and how to follow it. */
export const shipped: Template = (mailed) => {
  const { order, locale } = mailed;
  const parcel = order.fulfillment.events.findLast(({ type }) => type === 'shipped');
  return changeContent(mailed, locale.texts.mail.shipped, parcel && parcelBlocks(mailed, parcel));
};

type Parcel = MailedOrder['order']['fulfillment']['events'][number];

/** Lists the units of a parcel and its tracking, if it has one. */
export function parcelBlocks(mailed: MailedOrder, parcel: Parcel): Block[] {
  const { line_items, carrier, tracking_number, tracking_url, description } = parcel;
  const { order: texts, events } = mailed.locale.texts;
  const tracking: Group = {
    type: 'group',
    title: texts.delivery,
    lines: [carrier, tracking_number, description].filter((line) => line !== undefined),
  };
  return [
    ...unitsBlocks(mailed, line_items),
    ...(tracking.lines.length > 0 ? [tracking] : []),
    ...(tracking_url === undefined ? [] : [{ type: 'button', text: events.track, url: tracking_url } as const]),
  ];
}
