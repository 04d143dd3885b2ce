import type { OrderAnswer } from '../../schema/order.js';
import { type LeftUnits, unitsInShop } from './units.js';

/** Event that records that units leave the shop, by their method of fulfillment. */
const EVENTS: Readonly<Record<string, 'shipped' | 'picked_up' | 'provisioned'>> = {
  shipping: 'shipped',
  pickup: 'picked_up',
  digital: 'provisioned',
};

/** Returns the events that can still be recorded for units of an order. */
export function shipmentTypes(order: OrderAnswer): readonly ('shipped' | 'picked_up' | 'provisioned')[] {
  return Object.values(EVENTS).filter((type) => shipmentOf(order, type).length > 0);
}

/** Returns the units that can leave the shop by this event. */
export function shipmentOf(order: OrderAnswer, type: string): readonly LeftUnits[] {
  const own = new Set(
    order.fulfillment.expectations
      .filter(({ method_type }) => EVENTS[method_type] === type)
      .flatMap((expectation) => expectation.line_items.map(({ id }) => id)),
  );
  return unitsInShop(order).filter(({ line }) => own.has(line.id));
}
