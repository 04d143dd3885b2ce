import type { Attempt, Checkout } from '../domain/checkout/checkout.js';
import { cancelCheckout, reopenCheckout, reservationFor } from '../domain/checkout/payment.js';
import type { Assessment } from '../domain/checkout/status.js';
import { messageText } from '../domain/errors/message-text.js';
import type { PortalError } from '../domain/errors/portal-error.js';
import { changePayment } from '../domain/payment/payment.js';
import { extend } from '../domain/values/extend.js';
import { localizedError } from '../domain/values/format-text.js';
import { required } from '../domain/values/required.js';
import {
  type AuthorizedPayment,
  type Decision,
  type Ids,
  type PaymentOutcome,
  type Rows,
  replaceWrite,
  type StoreWriter,
  type Write,
} from '../ports.js';
import { followOrderAgain } from '../records/addition-writes.js';
import { assessmentOf } from '../records/assessment.js';
import { beginVoid, findPayment, paymentWrite } from '../records/attempt-writes.js';
import { type Author, authorOf, type CallOrigin } from '../records/audit.js';
import { buildCheckoutWrites } from '../records/checkout-writes.js';
import { buildDropWrites } from '../records/dropped-addition.js';
import { causeOf } from '../records/stock-moves.js';
import { callPlace, deadlineOf, handlerAttempt } from './handler-attempt.js';
import { isOpenOutcome, type OpenOutcome, openAttempt } from './open-attempt.js';
import { isPaying, type PaymentGateway } from './payment-gateway.js';
import { placePaidOrder } from './placing.js';
import { releaseWrites } from './reservation.js';

/** Author of an outcome: a caller, or the portal itself when it resolves open payments. */
export interface Resolver extends Author {
  readonly gateway: PaymentGateway;
  read<R>(look: (rows: Rows) => R): Promise<R>;
  /** Runs a write. A call's first write needs a valid key; later writes of the call do not check the key again. */
  step<R>(decide: (rows: Rows) => Decision<R>): Promise<R>;
}

/** The parts of a call's context that resolving a payment needs. */
interface PayingCall extends CallOrigin, Pick<Resolver, 'read' | 'step'> {
  readonly services: { readonly payments: PaymentGateway };
}

/** Creates a resolver that acts for a call. */
export function makeResolver(context: PayingCall): Resolver {
  const { read, step, services } = context;
  return extend(authorOf(context), { gateway: services.payments, read, step });
}

/** Creates a resolver that acts for the portal itself, on a row of this organization. */
export function portalResolver(
  store: StoreWriter,
  gateway: PaymentGateway,
  ids: Ids,
  now: number,
  organizationId: string | undefined,
): Resolver {
  return {
    ids,
    actor: 'portal',
    now,
    gateway,
    read: (look) => store.read(look),
    step: (decide) => store.update(decide, organizationId),
  };
}

interface Resolution {
  readonly writes: readonly Write[];
  /** The checkout after the writes. */
  readonly checkout: Checkout;
  /** Its assessment, if the payment placed the order. */
  readonly assessment?: Assessment;
  readonly refusal?: PortalError;
}

/**
 * The third step of a payment: places the order or releases the reservation. No business rule can fail here. An attempt
 * that is already resolved or being voided does not change.
 */
export function resolvePayment(
  rows: Rows,
  by: Resolver,
  checkout: Checkout,
  attempt: Attempt,
  outcome: PaymentOutcome,
): Resolution {
  const refusal = refusalOf(outcome);
  // The attempt was resolved in the meantime. If the cart was reopened, the caller still learns why the payment failed.
  if (!isPaying(checkout, attempt.id)) {
    const writes = outcome.state === 'authorized' ? askAfterEnd(rows, by, attempt) : [];
    return { writes, checkout, ...(refusal && checkout.state === 'open' && { refusal }) };
  }
  if (checkout.attempt?.voiding) return { writes: [], checkout };
  if (outcome.state === 'authorized') return placeAuthorizedOrder(rows, by, checkout, attempt, outcome);
  if (isOpenOutcome(outcome)) return keepOpen(rows, by, checkout, outcome);
  if (!refusal) return { writes: [], checkout };
  // A call that waits for the outcome returns the decline itself.
  const failed = by.gateway.isAwaited(attempt.id) ? undefined : 'declined';
  const back = endAttempt(rows, by, checkout, reopenCheckout(checkout, by.now, failed), 'payment_failed');
  return { ...back, writes: [...back.writes, paymentWrite(rows, by, checkout, 'decline')], refusal };
}

/** Stores the buyer's work for which the payment waits, and how long it may. Without news, nothing is written. */
function keepOpen(rows: Rows, by: Resolver, checkout: Checkout, outcome: OpenOutcome): Resolution {
  const before = required(checkout.attempt, 'the attempt of a checkout in payment');
  const attempt = openAttempt(before, outcome);
  if (attempt === before) return { writes: [], checkout };
  const put = replaceWrite('checkout', checkout, { ...checkout, attempt, updated_at: by.now });
  const isAction = outcome.state === 'action_required';
  const ofPayment = isAction ? [paymentWrite(rows, by, checkout, 'require_action')] : [];
  return { writes: [put, ...ofPayment], checkout: put.row };
}

/** Has the handler asked about a payment that has succeeded after its end (ended-payment.ts). */
function askAfterEnd(rows: Rows, by: Resolver, { id }: Attempt): Write[] {
  const payment = rows.get('payment', id);
  if (!payment || payment.order_id !== undefined) return [];
  return [replaceWrite('payment', payment, changePayment(payment, { ask_at: by.now }, by.now))];
}

function refusalOf(outcome: PaymentOutcome): PortalError | undefined {
  if (outcome.state !== 'declined') return undefined;
  return localizedError('payment_failed', messageText('declined', { reason: outcome.reason }));
}

function placeAuthorizedOrder(
  rows: Rows,
  by: Resolver,
  checkout: Checkout,
  attempt: Attempt,
  outcome: AuthorizedPayment,
): Resolution {
  const payment = findPayment(rows, checkout);
  const captures = by.gateway.handler(attempt.handler_id)?.captures;
  return placePaidOrder(rows, by, assessmentOf(rows, checkout, by.now), { attempt, payment, outcome, captures });
}

/** Ends an attempt that its handler has voided. The checkout is canceled or reopened, as chosen when voiding began. */
function endVoided(rows: Rows, by: Resolver, checkout: Checkout, attempt: Attempt): Resolution {
  if (!isPaying(checkout, attempt.id)) return { writes: [], checkout };
  const final = checkout.attempt?.voiding === 'cancel';
  const next = final ? cancelCheckout(checkout, by.now) : reopenCheckout(checkout, by.now, 'expired');
  const back = endAttempt(rows, by, checkout, next, final ? 'checkout.canceled' : 'payment_voided');
  const dropped = final ? buildDropWrites(rows, by, checkout) : [];
  return { ...back, writes: [...back.writes, paymentWrite(rows, by, checkout, 'void'), ...dropped] };
}

function endAttempt(rows: Rows, by: Resolver, before: Checkout, after: Checkout, action: string): Resolution {
  const assessment = assessmentOf(rows, before, by.now);
  const { organization_id } = assessment.cart.shop;
  const put = replaceWrite('checkout', before, after.state === 'open' ? followOrderAgain(rows, after, by.now) : after);
  return {
    checkout: put.row,
    writes: [
      ...buildCheckoutWrites(by, organization_id, put, action, ['state', 'attempt']),
      ...releaseWrites(rows, reservationFor(assessment), causeOf(by, 'give_back', { checkout_id: before.id })),
    ],
  };
}

/**
 * Resolves an open payment if its handler knows the outcome. Runs on reads, on a timer and at start; several processes
 * may run it concurrently.
 */
export async function resolveOpenPayment(by: Resolver, checkoutId: string): Promise<void> {
  const checkout = await by.read((rows) => rows.get('checkout', checkoutId));
  if (checkout?.state !== 'paying' || !checkout.attempt) return;
  const { attempt } = checkout;
  const known = attempt.voiding
    ? 'void'
    : await by.gateway.inquire(handlerAttempt(checkout, attempt), callPlace(checkout), deadlineOf(attempt));
  if (known === 'void') await voidAttempt(by, checkoutId, attempt, attempt.voiding ?? 'reopen');
  else if (known && isNews(attempt, known))
    await write(by, checkoutId, (rows, current) => resolvePayment(rows, by, current, attempt, known));
}

/** False for an open payment that waits for the same as before. */
function isNews(attempt: Attempt, outcome: PaymentOutcome): boolean {
  return !isOpenOutcome(outcome) || openAttempt(attempt, outcome) !== attempt;
}

/**
 * Voids an attempt in three steps: marks it as being voided, so that a late authorization cannot become an order; calls
 * the handler; releases the reservation. After an interruption, `resolveOpenPayment` completes the steps.
 */
export async function voidAttempt(
  by: Resolver,
  checkoutId: string,
  attempt: Attempt,
  voiding: 'cancel' | 'reopen',
): Promise<void> {
  await write(by, checkoutId, (rows, current) => {
    if (!isPaying(current, attempt.id) || current.attempt?.voiding) return { writes: [], checkout: current };
    const { put, writes } = beginVoid(rows, by, current, voiding);
    return { writes, checkout: put.row };
  });
  const marked = await by.read((rows) => rows.get('checkout', checkoutId));
  if (!marked || !isPaying(marked, attempt.id)) return;
  await by.gateway.void(attempt, callPlace(marked));
  await write(by, checkoutId, (rows, current) => endVoided(rows, by, current, attempt));
}

async function write(
  by: Resolver,
  checkoutId: string,
  decide: (rows: Rows, current: Checkout) => Resolution,
): Promise<void> {
  await by.step((rows) => {
    const current = rows.get('checkout', checkoutId);
    return { writes: current ? decide(rows, current).writes : [], result: undefined };
  });
}
