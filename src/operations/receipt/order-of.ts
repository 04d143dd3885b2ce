import { CONTEXT_HASH, contextHash } from '../../attestation/context-hash.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import type { Rows } from '../../ports.js';

/**
 * The order of an organization whose receipt context has this hash. An order that was changed from outside, so that its
 * context has another hash by now, is not answered.
 */
export function orderOf(rows: Rows, organizationId: string, context_hash: unknown): Order | undefined {
  if (typeof context_hash !== 'string' || !CONTEXT_HASH.test(context_hash)) return undefined;
  const order = rows.orderByContext(organizationId, context_hash);
  return order && contextHash(receiptContext(order)) === context_hash ? order : undefined;
}
