import { CONTEXT_HASH, contextHash } from '../../attestation/context-hash.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import type { Rows } from '../../ports.js';

/**
 * The organization's order with this receipt context hash. An order modified from outside, whose hash now differs, is
 * not returned.
 */
export function findReceiptOrder(rows: Rows, organizationId: string, context_hash: unknown): Order | undefined {
  if (typeof context_hash !== 'string' || !CONTEXT_HASH.test(context_hash)) return undefined;
  const order = rows.find('orderByContext', organizationId, context_hash);
  return order && contextHash(receiptContext(order)) === context_hash ? order : undefined;
}
