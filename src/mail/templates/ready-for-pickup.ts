import { addressLines } from '../../pages/shop/address.js';
import type { Block, MailedOrder, Template } from '../content.js';
import { unitsBlocks } from '../order-blocks.js';
import { changeContent } from './change.js';

/** Names the units of the newest event that can be picked up, and where. */
export const readyForPickup: Template = (mailed) => {
  const event = mailed.order.fulfillment.events.findLast(({ type }) => type === 'ready_for_pickup');
  return changeContent(mailed, mailed.locale.texts.mail.ready_for_pickup, event && pickupBlocks(mailed, event));
};

type Event = MailedOrder['order']['fulfillment']['events'][number];

function pickupBlocks(mailed: MailedOrder, { line_items, description }: Event): Block[] {
  const { order, locale } = mailed;
  const ids = new Set(line_items.map(({ id }) => id));
  const places = order.fulfillment.expectations.filter(
    ({ method_type, line_items: lines }) => method_type === 'pickup' && lines.some(({ id }) => ids.has(id)),
  );
  const lines = [
    ...places.flatMap((one) => [
      one.description,
      ...(one.destination ? addressLines(one.destination, locale.tag) : []),
    ]),
    ...(description === undefined ? [] : [description]),
  ];
  return [
    ...unitsBlocks(mailed, line_items),
    ...(lines.length > 0 ? [{ type: 'group', title: locale.texts.delivery.pickup_at, lines } as const] : []),
  ];
}
