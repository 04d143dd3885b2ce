import { absent } from '../../domain/errors.js';
import type { Order } from '../../domain/order/order.js';
import { isOwn } from '../../domain/tenant.js';
import type { Rows, Write } from '../../ports.js';
import type { OrderAnswer } from '../../schema/order.js';
import { orderView } from '../../view/order-view.js';
import type { Answer } from '../answer.js';
import { audited, authorOf } from '../audit.js';
import type { Context } from '../context.js';
import { stored } from '../stored.js';

/**
 * The order that the caller may see. Absent, another tenant's and another buyer's look the same.
 * @throws PortalError `order_not_found`, `version_conflict`
 */
export function ownOrder(rows: Rows, context: Context, id: string): Order {
  const order = rows.get('order', id);
  if (!order || !isOwn(order, context.caller)) throw absent('order_not_found');
  context.expectVersion(order);
  return order;
}

export function orderAnswer(context: Context, order: Order): Answer<{ data: OrderAnswer }> {
  return { body: { data: orderView(order, context.caller.scopes, context.view) }, version: order.version };
}

/** The one way an order changes: load, decide, save with its audit event and what goes alongside, answer. */
export function changeOrder(
  context: Context,
  id: string,
  action: string,
  changed: readonly string[],
  change: (order: Order) => Order,
  alongside: (rows: Rows, before: Order) => readonly Write[] = () => [],
): Promise<Answer<{ data: OrderAnswer }>> {
  return context.update((rows) => {
    const order = ownOrder(rows, context, id);
    const row = change(order);
    return {
      writes: [
        { type: 'put', table: 'order', row },
        ...alongside(rows, order),
        audited(authorOf(context), order.organization_id, { type: 'order', id }, action, changed),
      ],
      answer: orderAnswer(context, stored(row)),
    };
  });
}
