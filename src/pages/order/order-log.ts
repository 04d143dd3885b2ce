import { orderContextHash } from '../../domain/order/receipt-context.js';
import type { StoreReader } from '../../ports.js';

/** Finds the public log with the receipts of an order: its organization's id; `undefined` if there is none. */
export async function findOrderLog(store: StoreReader, orderId: string): Promise<string | undefined> {
  const order = await store.read((rows) => {
    const found = rows.get('order', orderId);
    return found && rows.get('organization', found.organization_id)?.public_log === true ? found : undefined;
  });
  if (!order) return undefined;
  const { organization_id } = order;
  const filter = { organization_id, context_hash: orderContextHash(order) };
  const { entries } = await store.list('receipts', filter, undefined, 1);
  return entries.length > 0 ? organization_id : undefined;
}
