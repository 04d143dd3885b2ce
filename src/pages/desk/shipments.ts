import type { OrderAnswer } from '../../schema/order.js';

/** Event that records that units leave the shop, by their method of fulfillment. */
const EVENTS: Readonly<Record<string, 'shipped' | 'picked_up' | 'provisioned'>> = {
  shipping: 'shipped',
  pickup: 'picked_up',
  digital: 'provisioned',
};

type Line = OrderAnswer['line_items'][number];

/** Units of a line that have not left the shop. */
export interface LeftUnits {
  readonly line: Line;
  readonly left: number;
}

export const unitsField = (lineId: string) => `units.${lineId}`;

/** Returns the events that can still be recorded for units of an order. */
export function shipmentTypes(order: OrderAnswer): readonly ('shipped' | 'picked_up' | 'provisioned')[] {
  return Object.values(EVENTS).filter((type) => shipmentOf(order, type).length > 0);
}

/** Returns the units that can leave the shop by this event. */
export function shipmentOf({ fulfillment, line_items }: OrderAnswer, type: string): readonly LeftUnits[] {
  const own = new Set(
    fulfillment.expectations
      .filter(({ method_type }) => EVENTS[method_type] === type)
      .flatMap((expectation) => expectation.line_items.map(({ id }) => id)),
  );
  return line_items.flatMap((line) => {
    const left = line.quantity.total - line.quantity.fulfilled - line.quantity.canceled;
    return own.has(line.id) && left > 0 ? [{ line, left }] : [];
  });
}
