import type { Checkout } from '../domain/checkout/checkout.js';
import { dropAddition } from '../domain/order/addition.js';
import type { Rows, Write } from '../ports.js';
import type { Author } from './audit.js';
import { buildOrderWrites } from './order-writes.js';

/** Builds the writes that record in an order that the draft of items added to it was canceled. */
export function buildDropWrites(rows: Rows, by: Author, { id, draft }: Checkout): readonly Write[] {
  const orderId = draft?.with_order?.order_id;
  const order = orderId === undefined ? undefined : rows.get('order', orderId);
  const after = order && dropAddition(order, id, by.now);
  if (!order || !after || after === order) return [];
  return buildOrderWrites(rows, by, order, after, 'order.addition_canceled').writes;
}
