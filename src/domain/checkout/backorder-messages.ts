import { itemTitle } from '../shop/item-title.js';
import { dayOf } from '../values/calendar.js';
import { counted } from '../values/counted.js';
import { lateDays, lateUnits } from './backorder.js';
import { type Cart, itemOf, type Line } from './checkout.js';
import { type FulfillmentOption, servingOption } from './fulfillment.js';
import type { Message } from './message.js';
import type { Pricing } from './pricing.js';

/** How many units of a line are sold before they are there, and when they come. */
export function backorderMessages(cart: Cart, pricing: Pricing): Message[] {
  const { lines } = cart.checkout;
  return lateUnits(cart).flatMap((late, index) => {
    const line = lines[index];
    if (!line || late === 0) return [];
    const units = `${late} of ${counted(line.quantity, 'unit')} of "${itemTitle(itemOf(cart, line))}"`;
    const content = `${units} ${late === 1 ? 'is not in stock and comes' : 'are not in stock and come'} later: ${whenOf(cart, pricing, line)}.`;
    return [{ type: 'warning', code: 'backordered', content, path: `$.line_items[${index}].quantity` }];
  });
}

function whenOf(cart: Cart, pricing: Pricing, line: Line): string {
  const option = servingOption(pricing, line.id);
  if (option) return `all that is sent with it is promised ${promised(cart, option)}`;
  return `the times of the options are ${counted(lateDays(cart, line.item_id), 'day')} later`;
}

function promised({ shop }: Cart, { earliest, latest }: FulfillmentOption): string {
  const [first, last] = [earliest, latest].map((instant) => dayOf(instant, shop.settings.time_zone));
  return first === last ? `for ${last}` : `from ${first} to ${last}`;
}
