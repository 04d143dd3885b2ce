import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { bodyOfOne } from '../../calls/json-text.js';
import type { Order } from '../../domain/order/order.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import { successorKey } from '../../domain/receipt/supersession.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { OrderAnswer, OrderReceipt } from '../../schema/order.js';
import { orderReceiptView } from '../../view/receipt-view.js';
import { orderBytesForCaller, orderForCaller } from './order-for-caller.js';

/** Maximum number of receipts shown with an order. list_receipts returns all receipts with a given context_hash. */
const MAX_RECEIPTS = 20;

/** Builds the response to a read of an order, with its newest receipts if it has any. Those are read by each call. */
export async function orderAnswer(
  context: Context<'view' | 'lists'>,
  order: Order,
  shop: Shop,
): Promise<Answer<{ data: OrderAnswer & { receipts?: OrderReceipt[] } }>> {
  const receipts = await orderReceipts(context, order);
  const body = bodyOfOne(
    () => orderBytesForCaller(context, order, shop),
    () => orderForCaller(context, order, shop),
    receipts.length > 0 ? { receipts } : {},
  );
  return { body, version: order.version };
}

/** Reads an order's newest receipts, newest first, in the form that is shown to anyone who may read the order. */
async function orderReceipts(context: Context<'lists'>, order: Order): Promise<OrderReceipt[]> {
  return (await receiptsOf(context, order)).map(({ row, successor }) => orderReceiptView(row, successor));
}

/**
 * Reads the newest receipts with the order's context hash, newest first. Each comes with the receipt that supersedes
 * it, if any.
 */
export async function receiptsOf({ read, services }: Pick<Context<'lists'>, 'read' | 'services'>, order: Order) {
  const filter = { organization_id: order.organization_id, context_hash: orderContextHash(order) };
  const { entries } = await services.lists.page('receipts', filter, undefined, MAX_RECEIPTS);
  if (entries.length === 0) return [];
  return read(
    (rows) => entries.map((row) => ({ row, successor: rows.find('receiptSuperseding', ...successorKey(row)) })),
    ...entries.map((row) => ['receiptSuperseding', ...successorKey(row)] as const),
  );
}
