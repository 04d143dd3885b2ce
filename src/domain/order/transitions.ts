import type { ErrorCode } from '../errors/portal-error.js';
import { MAX_CAPTURES } from '../payment/capture.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../payment/payment-status.js';
import type { KeyScope } from '../tenant/tenant.js';
import { MAX_ADJUSTMENTS } from './adjustment.js';
import { MAX_EVENTS } from './event.js';
import { ruleOf } from './hold-rule.js';
import { countReturnedUnits, refundableAmount } from './line-money.js';
import { hasMoved, ORDER_STATUSES, type Order, type OrderStatus } from './order.js';
import { capturableAmount, isCapturing, isVoiding, progressOf } from './order-payment.js';

export const ORDER_ACTIONS = [
  'hold',
  'release',
  'fulfill',
  'cancel',
  'refund',
  'return',
  'mark_paid',
  'capture',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export interface Transition {
  /** Scope of a deployment's key. */
  readonly scope: KeyScope;
  /** Scope of an organization's key. */
  readonly shop_scope: KeyScope;
  /** Order statuses and payment statuses in which the action is allowed. */
  readonly from: readonly OrderStatus[];
  readonly payment: readonly PaymentStatus[];
  /** Next order statuses, by the current one; absent if the order's status does not change. */
  readonly to?: Partial<Record<OrderStatus, readonly OrderStatus[]>> | 'the status before';
  /** True if the status does not change while units are left to be shipped. */
  readonly may_stay?: true;
  /** Next payment statuses, set immediately or on the handler's confirmation; absent if the status does not change. */
  readonly payment_to?: Partial<Record<PaymentStatus, readonly PaymentStatus[]>>;
  /** Further conditions for the action. */
  readonly given?: readonly Condition[];
  /** Error code if the order is not in one of these statuses. */
  refusal(order: Order): ErrorCode;
}

export interface Condition {
  readonly text: string;
  holds(order: Order): boolean;
  /** Error code if the condition is not met. */
  readonly refusal: ErrorCode;
  /** Explanation added to the error's text. */
  readonly said?: string;
}

const OPEN = ['processing', 'partially_fulfilled'] as const;

export const ROOM_FOR_EVENT: Condition = {
  text: `the order has fewer than ${MAX_EVENTS} events`,
  holds: ({ fulfillment }) => fulfillment.events.length < MAX_EVENTS,
  refusal: 'limit_exceeded',
};

export const ROOM_FOR_ADJUSTMENT: Condition = {
  text: `the order has fewer than ${MAX_ADJUSTMENTS} adjustments`,
  holds: ({ adjustments }) => adjustments.length < MAX_ADJUSTMENTS,
  refusal: 'limit_exceeded',
};

export const NOTHING_MOVED: Condition = {
  text: 'nothing has been shipped, picked up or provisioned',
  holds: (order) => !hasMoved(order),
  refusal: 'order_not_cancelable',
  said: 'units that are still in the shop are canceled by naming them in line_items',
};

export const NOT_CAPTURING: Condition = {
  text: 'no capture is pending',
  holds: (order) => !isCapturing(order),
  refusal: 'capture_in_progress',
};

const NO_HOLD_RULE: Condition = {
  text: 'the hold, if there is one, has no rule',
  holds: (order) => ruleOf(order) === undefined,
  refusal: 'hold_has_rule',
  said: 'an acceptance by the consumer, time without a dispute, or a cancellation ends it',
};

const ROOM_FOR_CAPTURE: Condition = {
  text: `the order has fewer than ${MAX_CAPTURES} captures`,
  holds: (order) => (progressOf(order).captures ?? []).length < MAX_CAPTURES,
  refusal: 'limit_exceeded',
};

/** Status after canceling units. It does not change while other units are left to be shipped. */
const UNITS_CANCELED = {
  processing: ['canceled'],
  on_hold: ['canceled', 'fulfilled'],
  partially_fulfilled: ['fulfilled'],
} as const;

/** Payment status after a refund, or after the rest of a payment has been voided. */
const MONEY_BACK = {
  authorized: ['voided'],
  partially_captured: ['paid', 'partially_refunded', 'refunded'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
} as const;

/** Payment status after units were canceled. With the last ones, what was shipped before may be captured. */
const MONEY_AFTER_CANCEL = { ...MONEY_BACK, authorized: ['voided', 'paid'] } as const;

/** Payment status of an owed order after less is owed. If a part was received, all of it may be paid or given back. */
const OWED_AFTER_LESS = ['voided', 'paid', 'partially_refunded', 'refunded'] as const;

/** Payment status after a capture. */
const CAPTURED = {
  authorized: ['partially_captured', 'paid'],
  partially_captured: ['paid'],
} as const;

/**
 * The transition table of orders (docs/orders.md). Permissions and errors derive from it, so `permitted_actions` lists
 * exactly the actions that are allowed.
 */
export const TRANSITIONS: Readonly<Record<OrderAction, Transition>> = {
  hold: {
    scope: 'commerce',
    shop_scope: 'orders:fulfill',
    from: OPEN,
    payment: PAYMENT_STATUSES,
    to: { processing: ['on_hold'], partially_fulfilled: ['on_hold'] },
    refusal: ({ status }) => (status === 'on_hold' ? 'order_already_on_hold' : 'order_not_holdable'),
  },
  release: {
    scope: 'commerce',
    shop_scope: 'orders:fulfill',
    from: ['on_hold'],
    payment: PAYMENT_STATUSES,
    to: 'the status before',
    given: [NO_HOLD_RULE],
    refusal: () => 'order_not_on_hold',
  },
  fulfill: {
    scope: 'fulfillment',
    shop_scope: 'orders:fulfill',
    from: OPEN,
    payment: PAYMENT_STATUSES,
    to: {
      processing: ['partially_fulfilled', 'fulfilled'],
      partially_fulfilled: ['partially_fulfilled', 'fulfilled'],
    },
    payment_to: CAPTURED,
    given: [ROOM_FOR_EVENT],
    refusal: ({ status }) => (status === 'on_hold' ? 'order_on_hold' : 'order_not_fulfillable'),
  },
  cancel: {
    scope: 'fulfillment',
    shop_scope: 'orders:money',
    from: ['processing', 'on_hold', 'partially_fulfilled'],
    payment: PAYMENT_STATUSES,
    to: UNITS_CANCELED,
    may_stay: true,
    payment_to: { ...MONEY_AFTER_CANCEL, pending: OWED_AFTER_LESS },
    given: [
      NOT_CAPTURING,
      {
        text: `nothing has left the shop, or the units are named and the order has fewer than ${MAX_ADJUSTMENTS} adjustments`,
        holds: (order) => NOTHING_MOVED.holds(order) || ROOM_FOR_ADJUSTMENT.holds(order),
        refusal: 'limit_exceeded',
      },
    ],
    refusal: () => 'order_not_cancelable',
  },
  refund: {
    scope: 'fulfillment',
    shop_scope: 'orders:money',
    from: ORDER_STATUSES,
    payment: ['authorized', 'partially_captured', 'paid', 'partially_refunded', 'disputed'],
    to: UNITS_CANCELED,
    may_stay: true,
    payment_to: MONEY_AFTER_CANCEL,
    given: [
      NOT_CAPTURING,
      {
        text: 'some of the paid or authorized amount can still be refunded',
        holds: (order) => refundableAmount(order) > 0,
        refusal: 'adjustment_exceeds_paid',
        said: 'at most 0 (minor units) can be refunded',
      },
      ROOM_FOR_ADJUSTMENT,
    ],
    refusal: () => 'order_not_payable',
  },
  return: {
    scope: 'fulfillment',
    shop_scope: 'orders:money',
    from: ORDER_STATUSES,
    payment: PAYMENT_STATUSES,
    payment_to: { ...MONEY_BACK, pending: OWED_AFTER_LESS },
    given: [
      NOT_CAPTURING,
      {
        text: 'units have left the shop and have not come back',
        holds: hasUnitsOut,
        refusal: 'invalid_request',
        said: 'no units have left the shop, or all have come back',
      },
      ROOM_FOR_ADJUSTMENT,
    ],
    refusal: () => 'invalid_request',
  },
  mark_paid: {
    scope: 'fulfillment',
    shop_scope: 'orders:money',
    from: ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled'],
    payment: ['pending'],
    payment_to: { pending: ['paid'] },
    given: [{ text: 'part of the total is owed', holds: (order) => !isVoiding(order), refusal: 'order_not_payable' }],
    refusal: () => 'order_not_payable',
  },
  capture: {
    scope: 'fulfillment',
    shop_scope: 'orders:money',
    from: ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled'],
    payment: ['authorized', 'partially_captured', 'disputed'],
    payment_to: CAPTURED,
    given: [
      NO_HOLD_RULE,
      {
        text: 'part of the authorized amount can still be captured',
        holds: (order) => capturableAmount(order) > 0,
        refusal: 'order_not_payable',
      },
      ROOM_FOR_CAPTURE,
    ],
    refusal: () => 'order_not_payable',
  },
};

function hasUnitsOut(order: Order): boolean {
  const returned = countReturnedUnits(order);
  return order.line_items.some(({ id, quantity }) => quantity.fulfilled > (returned.get(id) ?? 0));
}
