import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { hideFromBuyer } from '../../domain/order/for-buyer.js';
import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import type { Rows, Wanted, Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { namedOrder } from '../../records/named-order.js';
import { buildOrderWrites } from '../../records/order-writes.js';
import type { OrderAnswer } from '../../schema/order.js';
import { orderView } from '../../view/order-view.js';

/**
 * The caller's order with this id or number.
 * @throws PortalError `order_not_found`, `version_conflict`
 */
export function ownOrder(rows: Rows, context: Context, name: string): Order {
  const order = namedOrder(rows, context.caller, name);
  context.expectVersion(order);
  return order;
}

/** Reads what the response with an order shows. The returned function renders it, and reads nothing. */
export function prepareOrderAnswer(
  { caller, services }: Context<'view'>,
  rows: Rows,
  order: Order,
): () => Answer<{ data: OrderAnswer }> {
  const shop = required(rows.get('shop', order.shop_id), 'shop');
  return () => {
    // Only buyers' links are bound to one order.
    const shown = caller.only_id === undefined ? order : hideFromBuyer(order);
    return { body: { data: orderView(shown, shop, caller.scopes, services.view) }, version: order.version };
  };
}

/** Rows read to write the event of a change. */
function eventHints({ organization_id, deployment }: Context['caller']): Wanted[] {
  return [
    ['get', 'organization', organization_id],
    ...(deployment ? [['get', 'shop', deployment.shop_id] as const] : []),
  ];
}

interface Change {
  /** Action name in the history. */
  readonly action: string;
  decide(order: Order): Order;
  /** Further writes with the order. */
  alongside?(rows: Rows, before: Order, after: Order): readonly Write[];
  /** True if the call continues after this write and a later response replaces this one. */
  continues?(order: Order): boolean;
}

/** The only way an order changes: load, decide, write with audit event and further writes, respond. */
export function changeOrder(
  context: Context<'view'>,
  id: string,
  change: Change,
): Promise<Answer<{ data: OrderAnswer }>> {
  return context.update(
    (rows) => {
      const before = ownOrder(rows, context, id);
      const { order, writes } = buildOrderWrites(authorOf(context), before, change.decide(before), change.action);
      return {
        writes: [...writes, ...(change.alongside?.(rows, before, order) ?? [])],
        answer: prepareOrderAnswer(context, rows, order),
        interim: change.continues?.(order) ?? false,
      };
    },
    ...eventHints(context.caller),
  );
}
