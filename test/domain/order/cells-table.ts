import type { ErrorCode } from '../../../src/domain/errors/portal-error.js';
import type { OrderStatus } from '../../../src/domain/order/order.js';
import type { OrderAction } from '../../../src/domain/order/transitions.js';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status.js';
import type { KeyScope } from '../../../src/domain/tenant/tenant.js';

/**
 * Expected outcome of every combination of order status, payment status and action. The table was written by hand from
 * the rules and errors in docs/orders.md, and does not use the tables of `src`.
 */

/** Tested acts, with the order action that each performs; an action has several acts if their outcomes differ. */
export const ACTS = {
  hold: 'hold',
  release: 'release',
  'fulfill a part': 'fulfill',
  'fulfill the rest': 'fulfill',
  cancel: 'cancel',
  'cancel a part': 'cancel',
  'cancel the rest': 'cancel',
  'refund a part': 'refund',
  'refund a unit': 'refund',
  'refund all units': 'refund',
  'refund the unshipped': 'refund',
  'refund the rest': 'refund',
  'return a part': 'return',
  'return the rest': 'return',
  'mark a part paid': 'mark_paid',
  'mark the rest paid': 'mark_paid',
  'capture a part': 'capture',
  'capture the rest': 'capture',
} as const satisfies Record<string, OrderAction>;
export type Act = keyof typeof ACTS;

export const SCOPE_OF: Readonly<Record<OrderAction, KeyScope>> = {
  hold: 'commerce',
  release: 'commerce',
  fulfill: 'fulfillment',
  cancel: 'fulfillment',
  refund: 'fulfillment',
  return: 'fulfillment',
  mark_paid: 'fulfillment',
  capture: 'fulfillment',
};

/**
 * The next order status, and the payment status after the handler has confirmed. If a member is absent, that status
 * does not change. A string is an error code.
 */
export type Outcome = { readonly status?: OrderStatus; readonly payment?: PaymentStatus } | ErrorCode;

/**
 * Conditions that divide a cell further: units have left the shop or not, the order was free or not, part of the payment
 * can still be refunded or not, the price of one unit or less can still be paid or captured, and a part was received or
 * not.
 */
export type Cell =
  | { readonly always: Outcome }
  | { readonly moved: Cell; readonly unmoved: Cell }
  | { readonly free: Cell; readonly priced: Cell }
  | { readonly left: Cell; readonly spent: Cell }
  | { readonly unit: Cell; readonly less: Cell }
  | { readonly received: Cell; readonly nothing: Cell };

export type ByPayment = Readonly<Record<PaymentStatus, Cell>>;

function each(outcome: Outcome): ByPayment {
  return eachCell({ always: outcome });
}

function eachCell(cell: Cell): ByPayment {
  return {
    pending: cell,
    authorized: cell,
    partially_captured: cell,
    paid: cell,
    partially_refunded: cell,
    refunded: cell,
    voided: cell,
    disputed: cell,
  };
}

const to = (status: OrderStatus, payment?: PaymentStatus): Outcome => ({ status, ...(payment && { payment }) });
const pays = (payment: PaymentStatus): Cell => ({ always: { payment } });
const always = (outcome: Outcome): Cell => ({ always: outcome });
const unlessMoved = (outcome: Outcome): Cell => ({
  unmoved: always(outcome),
  moved: always('order_not_cancelable'),
});
const whileLeft = (left: Cell): Cell => ({ left, spent: always('adjustment_exceeds_paid') });
const notPayable = always('order_not_payable');
/** A unit is not paid or captured, and what exceeds the open amount is refunded. */
const unitOff: Cell = { unit: pays('paid'), less: pays('partially_refunded') };

const CANCEL: ByPayment = {
  pending: {
    received: unlessMoved(to('canceled', 'refunded')),
    nothing: unlessMoved(to('canceled', 'voided')),
  },
  authorized: unlessMoved(to('canceled', 'voided')),
  partially_captured: unlessMoved(to('canceled', 'refunded')),
  paid: unlessMoved(to('canceled', 'refunded')),
  partially_refunded: unlessMoved(to('canceled', 'refunded')),
  refunded: unlessMoved(to('canceled')),
  voided: unlessMoved(to('canceled')),
  disputed: unlessMoved(to('canceled')),
};

/** One of the four units is canceled. Its amount is refunded, unless all of the payment is already on its way back. */
const CANCEL_A_PART: ByPayment = {
  ...each({}),
  pending: { received: unitOff, nothing: always({}) },
  partially_captured: unitOff,
  paid: { left: pays('partially_refunded'), spent: { free: always({}), priced: pays('refunded') } },
  partially_refunded: { left: pays('partially_refunded'), spent: pays('refunded') },
};

/**
 * Cancels all units still in the shop, so that none is left to ship. If the amount of one unit was refunded before, the
 * rest of the payment is refunded.
 */
const CANCEL_THE_REST: ByPayment = {
  pending: {
    received: {
      unmoved: always(to('canceled', 'refunded')),
      moved: always(to('fulfilled', 'partially_refunded')),
    },
    nothing: { unmoved: always(to('canceled', 'voided')), moved: always(to('fulfilled')) },
  },
  authorized: { unmoved: always(to('canceled', 'voided')), moved: always(to('fulfilled', 'paid')) },
  partially_captured: {
    unmoved: always(to('canceled', 'refunded')),
    moved: always(to('fulfilled', 'partially_refunded')),
  },
  paid: {
    unmoved: always(to('canceled', 'refunded')),
    moved: {
      left: always(to('fulfilled', 'partially_refunded')),
      spent: { free: always(to('fulfilled')), priced: always(to('fulfilled', 'refunded')) },
    },
  },
  partially_refunded: {
    unmoved: always(to('canceled', 'refunded')),
    moved: always(to('fulfilled', 'refunded')),
  },
  refunded: { unmoved: always(to('canceled')), moved: always(to('fulfilled')) },
  voided: { unmoved: always(to('canceled')), moved: always(to('fulfilled')) },
  disputed: { unmoved: always(to('canceled')), moved: always(to('fulfilled')) },
};

/** `disputed`: a dispute hides the status that the refund leads to. */
const refunds = (paid: Cell, partly: Cell, authorized: Cell, captured: Cell, disputed: Cell): ByPayment => ({
  pending: notPayable,
  authorized: whileLeft(authorized),
  partially_captured: whileLeft(captured),
  paid: whileLeft(paid),
  partially_refunded: whileLeft(partly),
  refunded: notPayable,
  voided: notPayable,
  disputed: whileLeft(disputed),
});

/** A refund by amount cancels no unit, and refunding one unit does not cancel the order if others are left to ship. */
const REFUND_A_PART = refunds(
  pays('partially_refunded'),
  pays('partially_refunded'),
  always({}),
  always({}),
  always({}),
);
const REFUND_A_UNIT = refunds(pays('partially_refunded'), pays('partially_refunded'), always({}), unitOff, always({}));

/** Units refunded before shipment are canceled. */
const REFUND_THE_REST = refunds(
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'refunded')) },
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'refunded')) },
  { unmoved: always(to('canceled', 'voided')), moved: always(to('fulfilled', 'voided')) },
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'refunded')) },
  { unmoved: always(to('canceled')), moved: always(to('fulfilled')) },
);

/** Refunds all units that were not shipped. If one was, its share is captured. */
const REFUND_UNSHIPPED = refunds(
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'partially_refunded')) },
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'refunded')) },
  { unmoved: always(to('canceled', 'voided')), moved: always(to('fulfilled', 'paid')) },
  { unmoved: always(to('canceled', 'refunded')), moved: always(to('fulfilled', 'partially_refunded')) },
  { unmoved: always(to('canceled')), moved: always(to('fulfilled')) },
);

/** Outcome of full refunds in statuses in which no unit can be canceled anymore. */
const REFUND_THE_MONEY = refunds(pays('refunded'), pays('refunded'), pays('voided'), pays('refunded'), always({}));

/** Returns are accepted regardless of the payment; their refund, or the end of what is owed, is pending at first. */
const TAKE_BACK: ByPayment = eachCell({ moved: always({}), unmoved: always('invalid_request') });

/** All four units of an unpaid order are returned, so nothing is owed or captured. */
const TAKE_ALL_BACK: ByPayment = {
  ...TAKE_BACK,
  pending: { received: always({}), nothing: { free: always({}), priced: pays('voided') } },
  authorized: pays('voided'),
};

/** Less than what is owed leaves the rest owed. */
const MARK_A_PART_PAID: ByPayment = {
  ...each('order_not_payable'),
  pending: { free: pays('paid'), priced: always({}) },
};

const MARK_THE_REST_PAID: ByPayment = { ...each('order_not_payable'), pending: pays('paid') };

const CAPTURE_A_PART: ByPayment = {
  ...each('order_not_payable'),
  authorized: pays('partially_captured'),
  partially_captured: always({}),
};

const CAPTURE_THE_REST: ByPayment = {
  ...each('order_not_payable'),
  authorized: pays('paid'),
  partially_captured: pays('paid'),
};

/** Shipped units capture their share; with the last one, everything. */
const FULFILL_A_PART: ByPayment = {
  ...each(to('partially_fulfilled')),
  authorized: always(to('partially_fulfilled', 'partially_captured')),
  partially_captured: always(to('partially_fulfilled', 'paid')),
};
const FULFILL_THE_REST: ByPayment = {
  ...each(to('fulfilled')),
  authorized: always(to('fulfilled', 'paid')),
  partially_captured: always(to('fulfilled', 'paid')),
};

function unlessCanceled(cells: ByPayment): Readonly<Record<OrderStatus, ByPayment>> {
  return {
    processing: cells,
    on_hold: cells,
    partially_fulfilled: cells,
    fulfilled: cells,
    canceled: each('order_not_payable'),
  };
}

const RETURNS: Readonly<Record<OrderStatus, ByPayment>> = {
  processing: TAKE_BACK,
  on_hold: TAKE_BACK,
  partially_fulfilled: TAKE_BACK,
  fulfilled: TAKE_BACK,
  canceled: TAKE_BACK,
};

export const TABLE: Readonly<Record<Act, Readonly<Record<OrderStatus, ByPayment>>>> = {
  hold: {
    processing: each(to('on_hold')),
    on_hold: each('order_already_on_hold'),
    partially_fulfilled: each(to('on_hold')),
    fulfilled: each('order_not_holdable'),
    canceled: each('order_not_holdable'),
  },
  release: {
    processing: each('order_not_on_hold'),
    on_hold: eachCell({ unmoved: always(to('processing')), moved: always(to('partially_fulfilled')) }),
    partially_fulfilled: each('order_not_on_hold'),
    fulfilled: each('order_not_on_hold'),
    canceled: each('order_not_on_hold'),
  },
  'fulfill a part': {
    processing: FULFILL_A_PART,
    on_hold: each('order_on_hold'),
    partially_fulfilled: FULFILL_A_PART,
    fulfilled: each('order_not_fulfillable'),
    canceled: each('order_not_fulfillable'),
  },
  'fulfill the rest': {
    processing: FULFILL_THE_REST,
    on_hold: each('order_on_hold'),
    partially_fulfilled: FULFILL_THE_REST,
    fulfilled: each('order_not_fulfillable'),
    canceled: each('order_not_fulfillable'),
  },
  cancel: {
    processing: CANCEL,
    on_hold: CANCEL,
    partially_fulfilled: CANCEL,
    fulfilled: each('order_not_cancelable'),
    canceled: each('order_not_cancelable'),
  },
  'cancel a part': {
    processing: CANCEL_A_PART,
    on_hold: CANCEL_A_PART,
    partially_fulfilled: CANCEL_A_PART,
    fulfilled: each('order_not_cancelable'),
    canceled: each('order_not_cancelable'),
  },
  'cancel the rest': {
    processing: CANCEL_THE_REST,
    on_hold: CANCEL_THE_REST,
    partially_fulfilled: CANCEL_THE_REST,
    fulfilled: each('order_not_cancelable'),
    canceled: each('order_not_cancelable'),
  },
  'refund a part': {
    processing: REFUND_A_PART,
    on_hold: REFUND_A_PART,
    partially_fulfilled: REFUND_A_PART,
    fulfilled: REFUND_A_PART,
    canceled: REFUND_A_PART,
  },
  'refund a unit': {
    processing: REFUND_A_UNIT,
    on_hold: REFUND_A_UNIT,
    partially_fulfilled: REFUND_A_UNIT,
    fulfilled: REFUND_A_UNIT,
    canceled: REFUND_A_UNIT,
  },
  'refund all units': {
    processing: REFUND_THE_REST,
    on_hold: REFUND_THE_REST,
    partially_fulfilled: REFUND_THE_REST,
    fulfilled: REFUND_THE_MONEY,
    canceled: REFUND_THE_MONEY,
  },
  'refund the unshipped': {
    processing: REFUND_UNSHIPPED,
    on_hold: REFUND_UNSHIPPED,
    partially_fulfilled: REFUND_UNSHIPPED,
    fulfilled: REFUND_A_UNIT,
    canceled: REFUND_THE_MONEY,
  },
  'refund the rest': {
    processing: REFUND_THE_REST,
    on_hold: REFUND_THE_REST,
    partially_fulfilled: REFUND_THE_REST,
    fulfilled: REFUND_THE_MONEY,
    canceled: REFUND_THE_MONEY,
  },
  'return a part': RETURNS,
  'return the rest': { ...RETURNS, fulfilled: TAKE_ALL_BACK },
  'mark a part paid': unlessCanceled(MARK_A_PART_PAID),
  'mark the rest paid': unlessCanceled(MARK_THE_REST_PAID),
  'capture a part': unlessCanceled(CAPTURE_A_PART),
  'capture the rest': unlessCanceled(CAPTURE_THE_REST),
};
