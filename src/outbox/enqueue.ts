import {
  appendDelivery,
  type Delivery,
  type DeliveryLane,
  laneKey,
  type NewDelivery,
} from '../domain/webhook/delivery.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';

/** New deliveries, and the writes that append them to their lanes. */
export interface Enqueued {
  readonly writes: Write[];
  readonly deliveries: readonly Delivery[];
}

/**
 * Appends deliveries to their lanes in the given order.
 * @param isFirst true for an event about a new object, which cannot have a lane yet, so that none is read
 */
export function enqueueDeliveries(
  rows: Rows,
  events: readonly NewDelivery[],
  now: number,
  isFirst: (event: NewDelivery) => boolean = () => false,
): Enqueued {
  const keyOf = ({ receiver, subject }: NewDelivery) => laneKey(receiver, subject);
  const known = events.filter((event) => !isFirst(event));
  const stored = rows.many('delivery_lane', [...new Set(known.map(keyOf))]);
  const lanes = new Map<string, DeliveryLane>(stored);
  const made = events.map((event) => {
    const { lane, delivery } = appendDelivery(lanes.get(keyOf(event)), event, now);
    lanes.set(lane.id, lane);
    return insertWrite('delivery', delivery);
  });
  const puts = [...lanes].map(([id, lane]) => {
    const before = stored.get(id);
    return before ? replaceWrite('delivery_lane', before, lane) : insertWrite('delivery_lane', lane);
  });
  return { writes: [...puts, ...made], deliveries: made.map(({ row }) => row) };
}
