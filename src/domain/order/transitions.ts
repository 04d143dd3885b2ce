import { type ErrorCode, PortalError } from '../errors.js';
import type { KeyScope, Scope } from '../tenant.js';
import { ORDER_STATUSES, type Order, type OrderStatus, PAYMENT_STATUSES, type PaymentStatus } from './order.js';
import { refundable } from './paid.js';

export const ORDER_ACTIONS = ['hold', 'release', 'fulfill', 'cancel', 'refund', 'mark_paid'] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

interface Transition {
  readonly scope: KeyScope;
  /** The statuses and payment statuses that it starts from. */
  readonly from: readonly OrderStatus[];
  readonly payment: readonly PaymentStatus[];
  /** Where it leads; absent = the status stays, and only the payment moves. */
  readonly to?: readonly OrderStatus[] | 'the status before';
  /** Where the payment goes from each payment status, at once or when the handler has confirmed; absent = it stays. */
  readonly payment_to?: Partial<Record<PaymentStatus, readonly PaymentStatus[]>>;
  /** What must be true beside the statuses; said when it is not. */
  readonly given?: { readonly text: string; holds(order: Order): boolean };
  /** Why it is refused where it may not start. */
  refusal(order: Order): ErrorCode;
}

const OPEN = ['processing', 'partially_fulfilled'] as const;

/**
 * The transition table of orders (docs/orders.md). What is permitted and what is refused follow from it, so what is
 * answered as allowed and what is allowed cannot part.
 */
export const TRANSITIONS: Readonly<Record<OrderAction, Transition>> = {
  hold: {
    scope: 'commerce',
    from: OPEN,
    payment: PAYMENT_STATUSES,
    to: ['on_hold'],
    refusal: ({ status }) => (status === 'on_hold' ? 'order_already_on_hold' : 'order_not_holdable'),
  },
  release: {
    scope: 'commerce',
    from: ['on_hold'],
    payment: PAYMENT_STATUSES,
    to: 'the status before',
    refusal: () => 'order_not_on_hold',
  },
  fulfill: {
    scope: 'fulfillment',
    from: OPEN,
    payment: PAYMENT_STATUSES,
    to: ['partially_fulfilled', 'fulfilled'],
    refusal: ({ status }) => (status === 'on_hold' ? 'order_on_hold' : 'order_not_fulfillable'),
  },
  cancel: {
    scope: 'fulfillment',
    from: ['processing', 'on_hold'],
    payment: PAYMENT_STATUSES,
    to: ['canceled'],
    payment_to: { pending: ['voided'], paid: ['refunded'], partially_refunded: ['refunded'] },
    given: { text: 'nothing of it has been shipped, picked up or provisioned', holds: (order) => !hasMoved(order) },
    refusal: () => 'order_not_cancelable',
  },
  refund: {
    scope: 'fulfillment',
    from: ORDER_STATUSES,
    payment: ['paid', 'partially_refunded'],
    payment_to: { paid: ['partially_refunded', 'refunded'], partially_refunded: ['partially_refunded', 'refunded'] },
    given: { text: 'something that was paid is left to give back', holds: (order) => refundable(order) > 0 },
    refusal: ({ payment_status }) =>
      payment_status === 'paid' || payment_status === 'partially_refunded'
        ? 'adjustment_exceeds_paid'
        : 'order_not_payable',
  },
  mark_paid: {
    scope: 'fulfillment',
    from: ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled'],
    payment: ['pending'],
    payment_to: { pending: ['paid'] },
    refusal: () => 'order_not_payable',
  },
};

function hasMoved({ line_items }: Order): boolean {
  return line_items.some(({ quantity }) => quantity.fulfilled > 0);
}

function isAllowed(order: Order, action: OrderAction): boolean {
  const { from, payment, given } = TRANSITIONS[action];
  return from.includes(order.status) && payment.includes(order.payment_status) && (given?.holds(order) ?? true);
}

/** What a caller with these scopes may do with the order now. */
export function permittedActions(order: Order, scopes: ReadonlySet<Scope>): OrderAction[] {
  return ORDER_ACTIONS.filter((action) => scopes.has(TRANSITIONS[action].scope) && isAllowed(order, action));
}

/** @throws PortalError the refusal of the table */
export function assertAllowed(order: Order, action: OrderAction): void {
  if (isAllowed(order, action)) return;
  const { from, payment, given, refusal } = TRANSITIONS[action];
  const starts = [
    ...(from.length < ORDER_STATUSES.length ? [`from ${from.join(' or ')}`] : []),
    ...(payment.length < PAYMENT_STATUSES.length ? [`with payment ${payment.join(' or ')}`] : []),
    ...(given ? [`while ${given.text}`] : []),
  ].join(', ');
  throw new PortalError(
    refusal(order),
    `The order is ${order.status}, its payment ${order.payment_status}; ${action} starts ${starts}.`,
  );
}
