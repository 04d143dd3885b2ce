import { eachPage } from '../lists/every-page.js';
import { type Decision, type Position, type Rows, replaceWrite, type StoreReader } from '../ports.js';

interface Eraser extends Pick<StoreReader, 'list'> {
  readonly now: number;
  step<R>(decide: (rows: Rows) => Decision<R>, organizationId: string): Promise<R>;
}

/**
 * Removes the bodies of all deliveries about an order or a checkout, so those that still wait will not be sent. The event
 * of the erasure itself remains.
 */
export async function eraseDeliveries(by: Eraser, organizationId: string, subject: string): Promise<void> {
  const read = (after: Position | undefined, limit: number) => by.list('deliveries_about', { subject }, after, limit);
  for await (const deliveries of eachPage(read)) {
    const ids = deliveries
      .filter(({ type, payload }) => type !== 'order.erased' && payload !== null)
      .map(({ id }) => id);
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
