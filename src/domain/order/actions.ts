import { type ErrorCode, PortalError } from '../errors.js';
import type { Scope } from '../tenant.js';
import type { Order, OrderStatus } from './order.js';

/**
 * The transition table of orders (docs/api.md, Orders). `permitted_actions` and every refusal are computed
 * from it, so what is answered as allowed and what is allowed cannot part.
 */
interface Action {
  readonly scope: Scope;
  readonly from: readonly OrderStatus[];
  /** Why the action is refused in a status it does not start from. */
  readonly refusal: (status: OrderStatus) => ErrorCode;
}

export type OrderAction = 'hold' | 'release';

export const ORDER_ACTIONS: ReadonlyMap<OrderAction, Action> = new Map<OrderAction, Action>([
  [
    'hold',
    {
      scope: 'commerce',
      from: ['processing', 'partially_fulfilled'],
      refusal: (status) => (status === 'on_hold' ? 'order_already_on_hold' : 'order_not_holdable'),
    },
  ],
  ['release', { scope: 'commerce', from: ['on_hold'], refusal: () => 'order_not_on_hold' }],
]);

/** What a caller with these scopes may do with the order now. */
export function permittedActions(order: Pick<Order, 'status'>, scopes: ReadonlySet<Scope>): OrderAction[] {
  return [...ORDER_ACTIONS]
    .filter(([, action]) => scopes.has(action.scope) && action.from.includes(order.status))
    .map(([name]) => name);
}

function assertAllowed(name: OrderAction, order: Order): void {
  const action = ORDER_ACTIONS.get(name);
  if (!action || action.from.includes(order.status)) return;
  throw new PortalError(
    action.refusal(order.status),
    `The order is ${order.status}; ${name} starts from ${action.from.join(' or ')}.`,
  );
}

/**
 * Pauses fulfillment until release.
 * @throws PortalError `order_already_on_hold`, `order_not_holdable`
 */
export function hold(order: Order, reason: string | undefined, now: number): Order {
  assertAllowed('hold', order);
  return {
    ...order,
    status: 'on_hold',
    held_from: order.status,
    ...(reason !== undefined && { hold_reason: reason }),
    updated_at: now,
  };
}

/**
 * Returns a held order to the status it had before.
 * @throws PortalError `order_not_on_hold`
 */
export function release(order: Order, now: number): Order {
  assertAllowed('release', order);
  const { held_from, hold_reason, ...rest } = order;
  return { ...rest, status: held_from ?? 'processing', updated_at: now };
}
