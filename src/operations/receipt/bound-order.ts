import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { findReceiptOrder } from './find-receipt-order.js';

/** Finds the order to which the context hash binds a receipt, as it is now. `undefined` if the caller may not see it. */
export function findBoundOrder(
  rows: Rows,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  context_hash: string,
): Order | undefined {
  return hideForeignOrder(context, findReceiptOrder(rows, organizationId, context_hash));
}

/** Returns the order that a receipt names unless the caller may not see it. */
export function hideForeignOrder({ caller }: Pick<Context, 'caller'>, order: Order | undefined): Order | undefined {
  return order && (caller.deployment === null || isOwn(order, caller)) ? order : undefined;
}
