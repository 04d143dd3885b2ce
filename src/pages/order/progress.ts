import type { OrderAnswer } from '../../schema/order.js';

type Fulfillment = OrderAnswer['fulfillment'];

/** Progress of a fulfilled order, or of one of its lines; `completed` if its units left the shop in several ways. */
export type Progress = 'shipped' | 'delivered' | 'picked_up' | 'provisioned' | 'completed';

const MOVES = ['shipped', 'picked_up', 'provisioned'] as const;

/**
 * Determines the progress of lines whose units have all left the shop. Shipped lines count as delivered once events
 * report the delivery of every unit.
 */
export function progressOf({ events }: Fulfillment, lineIds: readonly string[]): Progress {
  const unitsOf = (type: string, lineId: string) =>
    events
      .filter((event) => event.type === type)
      .flatMap(({ line_items }) => line_items)
      .reduce((sum, { id, quantity }) => (id === lineId ? sum + quantity : sum), 0);
  const moves = MOVES.filter((type) => lineIds.some((id) => unitsOf(type, id) > 0));
  const [move, ...others] = moves;
  if (move === undefined || others.length > 0) return 'completed';
  const isDelivered = lineIds.every((id) => unitsOf('delivered', id) >= unitsOf('shipped', id));
  return move === 'shipped' && isDelivered ? 'delivered' : move;
}
