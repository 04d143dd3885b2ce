import { countWaiting, type DeliveryLane } from '../domain/webhook/delivery.js';
import type { Rows, Write } from '../ports.js';

/** Retention of deliveries, sent or not. */
export const DELIVERY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes deliveries, and lanes that become empty. A lane with waiting deliveries stays. */
export function buildDeliveryRemovals(rows: Rows, ids: readonly string[]): Write[] {
  const deliveries = [...rows.many('delivery', ids).values()];
  const lanes = rows.many('delivery_lane', [...new Set(deliveries.map(({ lane }) => lane))]);
  const isLast = (lane: DeliveryLane) => deliveries.some((one) => one.lane === lane.id && one.place === lane.last);
  const ended = [...lanes.values()].filter((lane) => countWaiting(lane) === 0 && isLast(lane));
  return [
    ...deliveries.map(({ id }): Write => ({ type: 'remove', table: 'delivery', key: id })),
    ...ended.map(({ id }): Write => ({ type: 'remove', table: 'delivery_lane', key: id })),
  ];
}
