import { contextHash } from '../../attestation/context-hash.js';
import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import { successorKey } from '../../domain/receipt/supersession.js';
import type { OrderAnswer, OrderReceipt } from '../../schema/order.js';
import { orderReceiptView } from '../../view/receipt-view.js';

/** An order shows the newest ones; list_receipts has all of a context_hash. */
const MAX_RECEIPTS = 20;

/** The answer with an order, and with the receipts about it, where there are any. */
export async function withReceipts(context: Context, order: Order, shown: OrderAnswer) {
  const receipts = await orderReceipts(context, order);
  return { body: { data: { ...shown, ...(receipts.length > 0 && { receipts }) } }, version: order.version };
}

/** The receipts about an order, as whoever may read the order sees them, newest first. */
async function orderReceipts(context: Pick<Context, 'list' | 'read'>, order: Order): Promise<OrderReceipt[]> {
  return (await receiptsOf(context, order)).map(({ row, successor }) => orderReceiptView(row, successor));
}

/** The newest receipts whose context_hash is that of the order, newest first, each with the one that supersedes it. */
export async function receiptsOf({ list, read }: Pick<Context, 'list' | 'read'>, order: Order) {
  const filter = { organization_id: order.organization_id, context_hash: contextHash(receiptContext(order)) };
  const { entries } = await list('receipts', filter, undefined, MAX_RECEIPTS);
  return read(
    (rows) => entries.map((row) => ({ row, successor: rows.receiptSuperseding(...successorKey(row)) })),
    ...entries.map((row) => ['receiptSuperseding', ...successorKey(row)] as const),
  );
}
