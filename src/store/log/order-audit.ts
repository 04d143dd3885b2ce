import { contextHash } from '../../attestation/context-hash.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { LogAuditRows, OrderRow } from './log-audit-rows.js';
import { nameOf } from './log-fault.js';

/** Describes the orders that no longer match the `context_hash` of these receipts. */
export async function findOrderFaults(
  rows: LogAuditRows,
  receipts: readonly AcceptedReceipt[],
): Promise<readonly string[]> {
  const named = receipts.flatMap((row) => (row.order_id === null ? [] : [{ row, order_id: row.order_id }]));
  if (named.length === 0) return [];
  const orders = await rows.orders([...new Set(named.map(({ order_id }) => order_id))]);
  return named.flatMap(({ row, order_id }) => {
    const fault = findOrderFault(orders.get(order_id), row);
    return fault === undefined ? [] : [`order ${order_id}, which ${nameOf(row)} names, ${fault}`];
  });
}

function findOrderFault(found: OrderRow | undefined, row: AcceptedReceipt): string | undefined {
  if (!found) return 'is gone';
  const context_hash = hashIn(row);
  if (!found.body || hashOf(found.body) !== context_hash) return 'was changed: its context has another hash';
  if (Reflect.get(found.body, 'organization_id') !== row.organization_id) return 'belongs to another organization';
  return found.context_hash === context_hash ? undefined : 'has another hash in its column context_hash';
}

/** Computes the hash of an order's receipt context; `undefined` if the body lacks a member of the context. */
function hashOf(body: object): string | undefined {
  try {
    return isOrder(body) ? contextHash(receiptContext(body)) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks only that the body has the lists of the context. If a line lacks a member, building the context throws. */
function isOrder(body: object): body is Order {
  return ['line_items', 'totals'].every((name) => Array.isArray(Reflect.get(body, name)));
}

function hashIn({ signed_bytes }: AcceptedReceipt): unknown {
  return JSON.parse(Buffer.from(signed_bytes).toString()).context_hash;
}
