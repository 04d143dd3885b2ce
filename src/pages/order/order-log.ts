import { orderContextHash } from '../../domain/order/receipt-context.js';
import type { StoreReader } from '../../ports.js';
import { allowedUntil } from '../../view/receipt-view.js';

/** The public log with the receipts of an order. */
export interface OrderLog {
  readonly organization_id: string;
  /** When the delegation of the newest receipt ends; absent if it came with none. */
  readonly allowed_until?: string;
}

/** Finds the public log with the receipts of an order; `undefined` if there is none. */
export async function findOrderLog(store: StoreReader, orderId: string): Promise<OrderLog | undefined> {
  const order = await store.read((rows) => {
    const found = rows.get('order', orderId);
    return found && rows.get('organization', found.organization_id)?.public_log === true ? found : undefined;
  });
  if (!order) return undefined;
  const { organization_id } = order;
  const filter = { organization_id, context_hash: orderContextHash(order) };
  const { entries } = await store.list('receipts', filter, undefined, 1);
  const [newest] = entries;
  if (!newest) return undefined;
  const { delegation } = newest;
  return { organization_id, ...(delegation !== null && { allowed_until: allowedUntil(delegation) }) };
}
