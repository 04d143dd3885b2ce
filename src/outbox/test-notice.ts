import type { Shop } from '../domain/shop/shop.js';
import type { Delivery } from '../domain/webhook/delivery.js';
import type { Ids, Rows, Write } from '../ports.js';
import { enqueueDeliveries } from './enqueue.js';
import { staffDeliveries } from './staff-events.js';

/**
 * Builds a test notice for each recipient among a shop's staff.
 * @param secret key of the receivers' names; if it is `undefined`, the portal sends no mail and there is no notice
 */
export function buildTestNotices(
  rows: Rows,
  shop: Shop,
  { ids, now, secret }: { readonly ids: Ids; readonly now: number; readonly secret: Buffer | undefined },
): { readonly writes: readonly Write[]; readonly deliveries: readonly Delivery[] } {
  if (!secret) return { writes: [], deliveries: [] };
  const event = { shop, path: `shop/${shop.id}`, notice: { kind: 'test' } } as const;
  return enqueueDeliveries(rows, staffDeliveries(rows, event, { ids, secret }), now);
}
