import type { Attempt, Checkout } from '../domain/checkout/checkout.js';
import { beginPayment, completeCheckout, freezeWithoutPayment, reservationFor } from '../domain/checkout/payment.js';
import { type Assessment, assessCompleted } from '../domain/checkout/status.js';
import { markAdditionPaid } from '../domain/order/addition.js';
import type { Order } from '../domain/order/order.js';
import { createOrderEvidence } from '../domain/order/order-evidence.js';
import { placeOrder } from '../domain/order/place-order.js';
import type { Payment, PaymentProgress } from '../domain/payment/payment.js';
import { applyPayment } from '../domain/payment/transitions.js';
import { extend } from '../domain/values/extend.js';
import { type AuthorizedPayment, type CaptureSupport, type Rows, replaceWrite, type Write } from '../ports.js';
import { type Author, auditWrite } from '../records/audit.js';
import { buildCheckoutWrites } from '../records/checkout-writes.js';
import { buildOrderWrites, buildPlacedWrites } from '../records/order-writes.js';
import { causeOf } from '../records/stock-moves.js';
import { reservationWrites } from './reservation.js';

/** The writes that place an order, and the completed checkout with its assessment. */
export interface Placed {
  readonly writes: readonly Write[];
  readonly checkout: Checkout;
  readonly assessment: Assessment;
}

/** A payment that was authorized. */
interface AuthorizedAttempt {
  readonly attempt: Attempt;
  /** The payment before the order; of version 0 if it is not stored yet. */
  readonly payment: Payment;
  readonly outcome: AuthorizedPayment;
  /** Captures that the handler declares. */
  readonly captures: CaptureSupport | undefined;
}

/** Builds the writes that place the order of a checkout in payment. Its stock is reserved already. */
export function placePaidOrder(rows: Rows, by: Author, assessment: Assessment, authorized: AuthorizedAttempt): Placed {
  return buildPlacement(rows, by, assessment.cart.checkout, assessment, paidBy(authorized));
}

/**
 * Builds the writes that begin a payment and place its order, for a handler that authorizes each payment without asking
 * anyone (`authorizesAs`).
 */
export function placeAtOnce(rows: Rows, by: Author, assessment: Assessment, authorized: AuthorizedAttempt): Placed {
  const { checkout: before, shop } = assessment.cart;
  const subject = { type: 'checkout', id: before.id } as const;
  const started = auditWrite(by, shop.organization_id, subject, ...PAYMENT_STARTED);
  const frozen = withCheckout(assessment, beginPayment(assessment, authorized.attempt, by.now));
  const placed = buildPlacement(rows, by, before, frozen, paidBy(authorized));
  return { ...placed, writes: [started, ...placed.writes, ...saleWrites(by, assessment)] };
}

/** Audit event of a checkout whose payment begins: its action and the changed members. */
export const PAYMENT_STARTED = ['payment.started', ['state', 'attempt']] as const;

/**
 * Places the order of a free checkout in a single step, without a payment handler.
 * @throws Error if the total is not 0
 */
export function placeFreeOrder(rows: Rows, by: Author, assessment: Assessment): Placed {
  if (assessment.pricing.total !== 0) throw new Error('a free order has the total 0');
  const frozen = withCheckout(assessment, freezeWithoutPayment(assessment, by.now));
  const placed = buildPlacement(rows, by, assessment.cart.checkout, frozen, {});
  return { ...placed, writes: [...placed.writes, ...saleWrites(by, assessment)] };
}

/** Replaces the checkout by one whose frozen terms are those by which the cart was priced. */
function withCheckout(assessment: Assessment, checkout: Checkout): Assessment {
  return { ...assessment, cart: { ...assessment.cart, checkout } };
}

/** Builds the writes that take the units and discount uses of a purchase. */
export function saleWrites(by: Author, assessment: Assessment): Write[] {
  const { id: checkout_id } = assessment.cart.checkout;
  return reservationWrites(reservationFor(assessment), causeOf(by, 'sale', { checkout_id }));
}

interface Paid {
  /** Absent if there is nothing to pay. */
  readonly payment?: Payment;
  readonly progress?: PaymentProgress;
  readonly provider_reference?: string | undefined;
}

function paidBy(authorized: AuthorizedAttempt): Paid {
  const { payment, outcome } = authorized;
  return { payment, progress: progressAfter(authorized), provider_reference: outcome.provider_reference };
}

/** Progress of a payment that the handler has authorized. */
function progressAfter({ attempt, payment, outcome, captures: declared }: AuthorizedAttempt): PaymentProgress {
  const { progress } = payment;
  const { amount, capture: policy } = attempt;
  if (outcome.payment_status === 'authorized') {
    const { authorized_until, captures = declared } = outcome;
    const parts = captures === 'many' ? 'many' : 'once';
    return applyPayment(progress, 'authorize', { authorized_until, parts, ...(policy && { policy }) });
  }
  return outcome.payment_status === 'paid'
    ? applyPayment(progress, 'pay', { paid: amount })
    : applyPayment(progress, 'owe');
}

/** Builds the writes that place the order of a checkout with frozen terms. `before`: the checkout as stored. */
function buildPlacement(
  rows: Rows,
  by: Author,
  before: Checkout,
  assessment: Assessment,
  { payment, ...paid }: Paid,
): Placed {
  const { checkout } = assessment.cart;
  const { id: shopId, organization_id } = assessment.cart.shop;
  const last = rows.counters('display_id', [shopId]).get(shopId);
  const placed = placeOrder(
    assessment,
    { id: by.ids.next('ord'), display_id: String((last ?? FIRST_DISPLAY_ID) + 1), ...paid },
    by.now,
  );
  const order = extend(placed, { evidence: createOrderEvidence((length) => by.ids.secret(length), placed) });
  const done = replaceWrite('checkout', before, completeCheckout(checkout, order.id, by.now));
  return {
    checkout: done.row,
    assessment: assessCompleted(assessment, done.row),
    writes: [
      // The order refers to the checkout, which may be new.
      ...buildCheckoutWrites(by, organization_id, done, 'checkout.completed', ['state', 'order_id']),
      ...buildPlacedWrites(by, order, payment),
      // The event of the order is derived from its first entry in the history.
      ...draftWrites(by, order),
      ...additionWrites(rows, by, order),
      { type: 'add', counter: 'display_id', key: shopId, by: 1, from: FIRST_DISPLAY_ID },
    ],
  };
}

/** Names in the history of an order who prepared it, if it was a draft. */
function draftWrites(by: Author, { id, organization_id, drafted_by }: Order): Write[] {
  if (drafted_by === undefined) return [];
  const drafter = { ...by, actor: drafted_by };
  return [auditWrite(drafter, organization_id, { type: 'order', id }, 'order.drafted', ['drafted_by'])];
}

/** Tells the order to which the items were added that they are paid. */
function additionWrites(rows: Rows, by: Author, { id, adds_to, checkout_id }: Order): readonly Write[] {
  const before = adds_to === undefined ? undefined : rows.get('order', adds_to);
  if (!before) return [];
  const after = markAdditionPaid(before, checkout_id, id, by.now);
  return buildOrderWrites(rows, by, before, after, 'order.addition_paid').writes;
}

/** The number before that of a shop's first order. */
const FIRST_DISPLAY_ID = 1000;
