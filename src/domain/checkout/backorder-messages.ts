import { type MessageText, messageText } from '../errors/message-text.js';
import { itemTitle } from '../shop/item-title.js';
import { dayOf } from '../values/calendar.js';
import { backorderDays, backorderedUnits } from './backorder.js';
import { type Cart, findItem, type Line } from './checkout.js';
import { type FulfillmentOption, findServingOption } from './fulfillment.js';
import type { Message } from './message.js';
import type { Pricing } from './pricing.js';

/** Warns about lines that exceed the stock, with the number of backordered units and when they are expected. */
export function backorderMessages(cart: Cart, pricing: Pricing): Message[] {
  const { lines } = cart.checkout;
  return backorderedUnits(cart).flatMap((late, index) => {
    const line = lines[index];
    if (!line || late === 0) return [];
    const units = line.quantity === 1 ? messageText('units_one') : messageText('units_more', { count: line.quantity });
    const text = messageText(late === 1 ? 'late_one' : 'late_more', {
      late,
      units,
      item: itemTitle(findItem(cart, line)),
      when: whenOf(cart, pricing, line),
    });
    return [{ type: 'warning', code: 'backordered', text, path: `$.line_items[${index}].quantity` }];
  });
}

function whenOf(cart: Cart, pricing: Pricing, line: Line): MessageText {
  const option = findServingOption(pricing, line.id);
  if (option) return promised(cart, option);
  const count = backorderDays(cart, line.item_id);
  return count === 1 ? messageText('later_one') : messageText('later_more', { count });
}

function promised({ shop }: Cart, { earliest, latest }: FulfillmentOption): MessageText {
  const [first, last] = [dayOf(earliest, shop.settings.time_zone), dayOf(latest, shop.settings.time_zone)];
  return first === last
    ? messageText('promised_on', { day: { day: last } })
    : messageText('promised_from', { first: { day: first }, last: { day: last } });
}
