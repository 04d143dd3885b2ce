import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import type { Rows, Wanted, Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { namedOrder } from '../../records/named-order.js';
import { buildOrderWrites, leaveUnchanged } from '../../records/order-writes.js';
import type { OrderAnswer } from '../../schema/order.js';
import { findOwnShop } from '../tenancy/find-own.js';
import { orderForCaller } from './order-for-caller.js';

/**
 * Finds the caller's order by its id or number.
 * @throws PortalError `shop_not_found` for a shop of another organization, `order_not_found`, `version_conflict`
 */
export function ownOrder(rows: Rows, context: Context, name: string): Order {
  const { caller } = context;
  if (caller.shop_id !== undefined) findOwnShop(rows, caller, caller.shop_id);
  const order = namedOrder(rows, caller, name);
  context.expectVersion(order);
  return order;
}

/**
 * Reads the rows that a response with an order needs. The returned function renders the response without reading rows.
 */
export function prepareOrderAnswer(
  context: Context<'view'>,
  rows: Rows,
  order: Order,
): () => Answer<{ data: OrderAnswer }> {
  const shop = required(rows.get('shop', order.shop_id), 'shop');
  return () => ({ body: { data: orderForCaller(context, order, shop) }, version: order.version });
}

/** Lists the rows that are read to change an order and to write the event of the change. */
export function buildOrderHints(
  { organization_id, deployment, shop_id = deployment?.shop_id }: Context['caller'],
  orderId: string,
): Wanted[] {
  return [
    ['get', 'order', orderId],
    ['get', 'organization', organization_id],
    ...(shop_id === undefined ? [] : [['get', 'shop', shop_id] as const]),
  ];
}

interface Change {
  /** Name of the change in the order's history, or how to derive it. */
  readonly action: string | ((before: Order, after: Order) => string);
  /** Returns the changed order; nothing is written if it returns the same one. */
  decide(order: Order, rows: Rows): Order;
  /** Builds further writes to commit together with the order. */
  alongside?(rows: Rows, before: Order, after: Order): readonly Write[];
  /** Further rows that are read, as far as they are known before the order is. */
  readonly hints?: readonly Wanted[];
  /** True if the call continues after this write and will replace this response with a later one. */
  continues?(before: Order, after: Order): boolean;
}

/** Changes an order: loads it, decides, writes it with the audit event and any further writes, and responds. */
export function changeOrder(
  context: Context<'view'>,
  id: string,
  change: Change,
): Promise<Answer<{ data: OrderAnswer }>> {
  return context.update(
    (rows) => {
      const before = ownOrder(rows, context, id);
      const after = change.decide(before, rows);
      const action = typeof change.action === 'string' ? change.action : change.action(before, after);
      const { order, writes } =
        after === before ? leaveUnchanged(before) : buildOrderWrites(rows, authorOf(context), before, after, action);
      return {
        writes: [...writes, ...(change.alongside?.(rows, before, order) ?? [])],
        answer: prepareOrderAnswer(context, rows, order),
        interim: change.continues?.(before, order) ?? false,
      };
    },
    ...buildOrderHints(context.caller, id),
    ...(change.hints ?? []),
  );
}
