import type { Delivery } from '../domain/webhook/delivery.js';
import { eachPage, type ReadPage } from '../lists/every-page.js';
import { type Decision, type Position, type Rows, replaceWrite, type StoreReader } from '../ports.js';

interface Eraser extends Pick<StoreReader, 'list'> {
  readonly now: number;
  step<R>(decide: (rows: Rows) => Decision<R>, organizationId: string): Promise<R>;
}

/**
 * Removes the bodies of all deliveries about an order or a checkout, so those that still wait will not be sent. The event
 * of the erasure itself remains.
 */
export function eraseDeliveries(by: Eraser, organizationId: string, subject: string): Promise<void> {
  const read = (after: Position | undefined, limit: number) => by.list('deliveries_about', { subject }, after, limit);
  return eraseBodies(by, organizationId, read, ({ type }) => type !== 'order.erased');
}

/** Removes the bodies of the deliveries of a list to which `isErased` applies. */
export async function eraseBodies(
  by: Eraser,
  organizationId: string,
  read: ReadPage<Delivery>,
  isErased: (delivery: Delivery) => boolean,
): Promise<void> {
  for await (const deliveries of eachPage(read)) {
    const ids = deliveries.filter((one) => one.payload !== null && isErased(one)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const erase = (rows: Rows) => ({
      writes: [...rows.many('delivery', ids).values()].map((row) =>
        replaceWrite('delivery', row, { ...row, payload: null, updated_at: by.now }),
      ),
      result: undefined,
    });
    await by.step(erase, organizationId);
  }
}
