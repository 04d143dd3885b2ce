import { PortalError } from '../errors/portal-error.js';
import { PAYMENT_STATUSES } from '../payment/payment-status.js';
import type { Scope } from '../tenant/tenant.js';
import { ORDER_STATUSES, type Order } from './order.js';
import {
  type Condition,
  ORDER_ACTIONS,
  type OrderAction,
  ROOM_FOR_EVENT,
  TRANSITIONS,
  type Transition,
} from './transitions.js';

function fits(order: Order, { from, payment }: Transition): boolean {
  return from.includes(order.status) && payment.includes(order.payment_status);
}

function failing(order: Order, given: readonly Condition[] = []): Condition | undefined {
  return given.find((condition) => !condition.holds(order));
}

/** Actions that a caller with these scopes can currently perform on the order. */
export function permittedActions(order: Order, scopes: ReadonlySet<Scope>): OrderAction[] {
  return ORDER_ACTIONS.filter((action) => {
    const transition = TRANSITIONS[action];
    const mayAct = scopes.has(transition.scope) || scopes.has(transition.shop_scope);
    return mayAct && fits(order, transition) && !failing(order, transition.given);
  });
}

/**
 * Checks that an action is allowed. `own` replaces the action's conditions with those of the specific call.
 * @throws PortalError with the code of the transition table
 */
export function assertAllowed(order: Order, action: OrderAction, own: readonly Condition[] = []): void {
  const transition = TRANSITIONS[action];
  const given = own.length > 0 ? own : (transition.given ?? []);
  const failed = fits(order, transition) ? failing(order, given) : undefined;
  if (fits(order, transition) && !failed) return;
  throw new PortalError(
    failed?.refusal ?? transition.refusal(order),
    `The order is ${order.status}, its payment is ${order.payment_status}; ${action} is allowed ${failed ? whileText(failed) : statusText(transition)}.`,
  );
}

/** Describes the statuses in which the action is allowed, for errors caused by the order's statuses. */
function statusText({ from, payment }: Transition): string {
  return [
    ...(from.length < ORDER_STATUSES.length ? [`in status ${from.join(' or ')}`] : []),
    ...(payment.length < PAYMENT_STATUSES.length ? [`with payment status ${payment.join(' or ')}`] : []),
  ].join(', ');
}

function whileText({ text, said }: Condition): string {
  return `while ${text}${said === undefined ? '' : `: ${said}`}`;
}

/** @throws PortalError `limit_exceeded` */
export function assertRoomForEvent(order: Order): void {
  const { holds, refusal, text } = ROOM_FOR_EVENT;
  if (!holds(order)) throw new PortalError(refusal, `An event can be recorded while ${text}.`);
}
