import { CONTEXT_HASH } from '../../attestation/context-hash.js';
import type { Order } from '../../domain/order/order.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import type { Rows } from '../../ports.js';

/**
 * Finds the organization's order with this context hash. An order whose hash no longer matches, because the order was
 * modified outside the portal, is not returned.
 */
export function findReceiptOrder(rows: Rows, organizationId: string, context_hash: unknown): Order | undefined {
  if (typeof context_hash !== 'string' || !CONTEXT_HASH.test(context_hash)) return undefined;
  const order = rows.find('orderByContext', organizationId, context_hash);
  return order && orderContextHash(order) === context_hash ? order : undefined;
}
