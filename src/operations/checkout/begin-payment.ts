import type { Answer } from '../../calls/answer.js';
import type { AnswerDecision, Context } from '../../calls/context.js';
import type { Attempt, Cart, Checkout } from '../../domain/checkout/checkout.js';
import { findChangedTotal, findExcess } from '../../domain/checkout/consent.js';
import { describeGrant } from '../../domain/checkout/describe-grant.js';
import { beginPayment, findObstacle } from '../../domain/checkout/payment.js';
import type { PaymentGrant } from '../../domain/checkout/payment-grant.js';
import { type Assessment, assess } from '../../domain/checkout/status.js';
import { messageText } from '../../domain/errors/message-text.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { newPayment, type Payment } from '../../domain/payment/payment.js';
import type { Shop } from '../../domain/shop/shop.js';
import { spentAt } from '../../domain/tenant/limits.js';
import { localizedError } from '../../domain/values/format-text.js';
import { required } from '../../domain/values/required.js';
import { capturePolicy } from '../../payments/capture-policy.js';
import { findAccountOwner } from '../../payments/payment-accounts.js';
import { PAYMENT_STARTED, type Placed, placeAtOnce, placeFreeOrder, saleWrites } from '../../payments/placing.js';
import {
  type Credential,
  type Decision,
  insertWrite,
  type PaymentHandler,
  type Rows,
  replaceWrite,
  type Wanted,
  type Write,
} from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { OrderingContext, PaymentContext } from './cart-context.js';
import { assertOpen } from './change-cart.js';
import { type ChosenPayment, choosePayment } from './choose-payment.js';
import { claimWrites } from './claim-spender.js';
import { buildContinueUrl, withPayLink } from './pay-link.js';
import type { PaymentResponses } from './payment-responses.js';

/** The total to which the buyer agreed, and how to pay it. */
interface AgreedPayment {
  /** Minor units. Omitted over UCP, where it defaults to the total in the last response to the platform. */
  readonly expected_total?: number | undefined;
  /** Limit that replaces `expected_total`. Minor units. */
  readonly max_total?: number | undefined;
  readonly payment?: PaymentInput | undefined;
}

export interface CompletionInput extends AgreedPayment {
  readonly checkout_id: string;
}

/** A call that pays a checkout. */
export interface PaymentCall<Body> extends AgreedPayment {
  readonly responses: PaymentResponses<Body>;
  /** True if a repeat after a decline pays again, perhaps with another instrument. Default: it gets the decline again. */
  readonly retriesDecline?: boolean;
  /** Rows that `find` reads, and those that the checkout's price depends on. */
  readonly hints: readonly Wanted[];
  /**
   * Finds the checkout, or builds a direct one of version 0, which the payment stores.
   * @throws PortalError if there is no checkout that the call may pay
   */
  find(rows: Rows): FoundCheckout;
  /** Adds to a new direct checkout what only an unpaid one needs. Absent for calls that build none. */
  keep?(checkout: Checkout): Checkout;
}

export interface FoundCheckout {
  readonly checkout: Checkout;
  /** All that its price depends on, if that was read already. */
  readonly cart?: Cart;
}

export type StartedPayment<Body> =
  | { readonly type: 'answered'; readonly answer: Answer<Body> }
  /** Another call has completed the checkout, or the portal after an interruption. */
  | { readonly type: 'completed'; readonly checkout: Checkout }
  /** Another call, or an earlier run of this one, has started a payment. */
  | { readonly type: 'in_progress'; readonly checkout: Checkout; readonly attempt: Attempt }
  | BegunPayment;

export interface BegunPayment {
  readonly type: 'begun';
  readonly checkout: Checkout;
  readonly attempt: Attempt;
  readonly credential: Credential | undefined;
}

interface RefusedPayment {
  readonly type: 'refused';
  readonly refusal: PortalError;
}

/**
 * Runs step 1 of a payment. A single transaction checks again that the checkout can be paid, reserves stock and
 * discount uses, and records the attempt; or it places the order, if there is nothing to pay or the handler authorizes
 * without being asked. A new direct checkout for which the buyer must act is stored, so that its page exists.
 * @throws PortalError those of `assessPayment`, and its refusal
 */
export async function startPayment<Body>(
  context: OrderingContext,
  call: PaymentCall<Body>,
): Promise<StartedPayment<Body>> {
  const { inProgress } = call.responses;
  const ended = await context.updateOrStep<Body, StartedPayment<Body> | RefusedPayment>(
    (rows) => {
      const nothing = (result: StartedPayment<Body>) => ({ writes: [], result });
      const found = call.find(rows);
      const { checkout } = found;
      const { attempt } = checkout;
      if (checkout.state === 'completed') return nothing({ type: 'completed', checkout });
      if (checkout.state === 'paying' && attempt) {
        return !isRepeat(context, attempt) && inProgress
          ? nothing({ type: 'answered', answer: inProgress(rows, checkout) })
          : nothing({ type: 'in_progress', checkout, attempt });
      }
      const { assessment, refused } = assessPayment(rows, context, call, found);
      if (refused) return { writes: refused.writes, result: { type: 'refused', refusal: refused.refusal } };
      if (assessment.pricing.total !== 0) return beginAttempt(rows, context, assessment, call);
      return answerWith(rows, call, placeFreeOrder(rows, authorOf(context), assessment));
    },
    ...call.hints,
    ...(mayPlaceAtOnce(context, call) ? buildOrderHints(context) : []),
  );
  if ('answer' in ended) return { type: 'answered', answer: ended.answer };
  const started = ended.result;
  if (started.type === 'refused') throw started.refusal;
  return started;
}

/** Ends a call with the order that it placed. */
function answerWith<Body>(rows: Rows, { responses }: PaymentCall<Body>, { writes, checkout, assessment }: Placed) {
  return { writes, answer: responses.answer(rows, checkout, assessment) };
}

/** True if the call may name a handler that is not asked. */
function mayPlaceAtOnce({ services }: PaymentContext, { payment }: AgreedPayment): boolean {
  const named = payment?.instruments.map(({ handler_id }) => services.payments.handler(handler_id));
  return (named ?? services.payments.all()).some((handler) => handler?.authorizesAs);
}

/** Lists the rows that are read to place an order: the order number, and the receivers of its events and notices. */
export function buildOrderHints({ caller, services }: Pick<OrderingContext, 'caller' | 'services'>): Wanted[] {
  const { id, shop_id } = required(caller.deployment, 'deployment');
  return [
    ['counters', 'display_id', [shop_id]],
    ['get', 'organization', caller.organization_id],
    ...(services.mail.secret ? [['confirmedStaff', caller.organization_id] as const] : []),
    ...(caller.platform?.proven ? [['get', 'deployment', id] as const] : []),
  ];
}

interface Refused {
  readonly refusal: PortalError;
  /** Stores a new direct checkout that is kept, or a checkout's new spender. */
  readonly writes: readonly Write[];
}

interface AssessedPayment {
  readonly assessment: Assessment;
  /** Present if the checkout cannot be paid now: `out_of_stock`, `checkout_not_ready` or `total_changed`. */
  readonly refused?: Refused;
}

/**
 * Assesses an open checkout, and checks that it can be paid now.
 * @throws PortalError `checkout_closed`, `payment_in_progress`
 */
function assessPayment<Body>(
  rows: Rows,
  context: PaymentContext,
  call: PaymentCall<Body>,
  { checkout, cart }: FoundCheckout,
): AssessedPayment {
  assertOpen(checkout, context.now);
  assertSendable(rows, checkout);
  const assessment = cart ? assess(cart) : assessmentOf(rows, checkout, context.now);
  const obstacle = findObstacle(assessment, () => buildContinueUrl(context, checkout));
  if (obstacle && !checkout.direct)
    return { assessment, refused: { refusal: obstacle, writes: claimWrites(rows, checkout, context.caller) } };
  const refusal = obstacle ?? findUnexpectedTotal(assessment, call);
  return refusal ? { assessment, refused: refuse(context, call, assessment, refusal) } : { assessment };
}

/**
 * Checks that the order with which the goods are sent, if any, was not canceled since they were added.
 * @throws PortalError `checkout_closed`
 */
function assertSendable(rows: Rows, { draft }: Checkout): void {
  const { with_order } = draft ?? {};
  if (with_order && rows.get('order', with_order.order_id)?.status === 'canceled')
    throw localizedError('checkout_closed', messageText('over_canceled'));
}

/**
 * Directs the caller to the page of the checkout. A new direct checkout is kept for that only if the buyer must act:
 * everything else a repeat of the call can do.
 */
function refuse<Body>(
  context: PaymentContext,
  call: PaymentCall<Body>,
  { cart: { checkout }, status }: Assessment,
  refusal: PortalError,
): Refused {
  const isNew = checkout.direct !== undefined && checkout.version === 0;
  if (isNew && status !== 'requires_escalation') return { refusal: withRepeat(refusal), writes: [] };
  const writes = isNew ? [insertWrite('checkout', toKept(call, checkout))] : [];
  return { refusal: withPayLink(context, checkout, refusal), writes };
}

function withRepeat(refusal: PortalError): PortalError {
  const first = refusal.code === 'total_changed' ? 'Ask the buyer whether they agree to that total' : 'Correct that';
  return refusal.withNextStep(
    `${first}, then call buy again. Nothing was kept, so the idempotency_key may stay.`,
    'buy',
  );
}

function findUnexpectedTotal({ cart, pricing }: Assessment, input: AgreedPayment): PortalError | undefined {
  const { max_total } = input;
  return max_total === undefined
    ? findChangedTotal(cart, pricing, totalOf(input, cart.checkout))
    : findExcess(pricing, max_total);
}

function totalOf({ expected_total }: AgreedPayment, { platform }: Checkout): number {
  return expected_total ?? required(platform?.answered_total, 'the total that was answered');
}

/**
 * True if the open payment was started by this call, or by an earlier call that this one repeats.
 * @throws PortalError `idempotency_conflict` if the earlier call had different arguments
 */
export function isRepeat({ call: { repeatable } }: Pick<Context, 'call'>, { repeatable: first }: Attempt): boolean {
  if (!repeatable || first?.id !== repeatable.id) return false;
  repeatable.assertSame(first.fingerprint);
  return true;
}

/**
 * Builds the writes that begin a payment, or that place its order at once.
 * @throws PortalError `payment_instrument_invalid`
 */
function beginAttempt<Body>(
  rows: Rows,
  context: OrderingContext,
  assessment: Assessment,
  call: PaymentCall<Body>,
): AnswerDecision<Body> | Decision<StartedPayment<Body>> {
  const { checkout, shop } = assessment.cart;
  const chosen = choosePayment(context, assessment.cart, call.payment);
  const attempt = buildAttempt(rows, context, assessment, chosen);
  const payment = newPayment(checkout, attempt, shop, spendOf(assessment.cart, context.now));
  const by = authorOf(context);
  const { authorizesAs, captures } = chosen.handler;
  if (authorizesAs) {
    const outcome = { state: 'authorized', payment_status: authorizesAs } as const;
    const placed = placeAtOnce(rows, by, assessment, { attempt, payment, outcome, captures });
    return answerWith(rows, call, placed);
  }
  const paying = beginPayment(assessment, attempt, context.now);
  const put = replaceWrite('checkout', checkout, toKept(call, paying));
  const writes: Write[] = [
    ...buildCheckoutWrites(by, shop.organization_id, put, ...PAYMENT_STARTED),
    // The payment refers to the checkout, which may be new.
    insertWrite('payment', payment),
    ...saleWrites(by, assessment),
  ];
  return { writes, result: { type: 'begun', checkout: put.row, attempt, credential: chosen.credential } };
}

/** Prepares a checkout to be stored before it is paid. */
function toKept<Body>(call: PaymentCall<Body>, checkout: Checkout): Checkout {
  return checkout.version === 0 && call.keep ? call.keep(checkout) : checkout;
}

/** @throws PortalError `payment_instrument_invalid` */
function buildAttempt(
  rows: Rows,
  context: PaymentContext,
  assessment: Assessment,
  { handler, instrument }: ChosenPayment,
): Attempt {
  const { repeatable } = context.call;
  const { shop } = assessment.cart;
  const capture = capturePolicy(handler, shop);
  const grant = findGrant(rows, context, assessment);
  return {
    id: context.ids.next('pay'),
    handler_id: handler.description.id,
    ...accountOf(rows, handler, shop),
    amount: assessment.pricing.total,
    currency: shop.settings.currency,
    started_at: context.now,
    ...(context.caller.scopes.has('buyer') && { by_buyer: true as const }),
    ...(instrument && { instrument }),
    ...(capture && { capture }),
    ...(grant && { grant }),
    ...(repeatable && { repeatable: { id: repeatable.id, fingerprint: repeatable.fingerprint } }),
  };
}

/** Finds the permission under which the payment begins: that of the checkout's spender, else that of the caller. */
function findGrant(rows: Rows, { caller }: PaymentContext, { cart, pricing }: Assessment): PaymentGrant | undefined {
  const keyId = cart.spending?.key_id ?? (caller.by_grant ? caller.id : undefined);
  const key = keyId === undefined ? undefined : rows.get('api_key', keyId);
  return key && describeGrant(cart, pricing, key);
}

/** The key toward whose limits the payment counts, and from when. */
function spendOf({ spending }: Cart, now: number): Payment['spend'] {
  return spending && { key_id: spending.key_id, at: spentAt(spending, now) };
}

/**
 * Whose account is charged.
 * @throws PortalError `payment_instrument_invalid` if there is none, since the operator has removed theirs
 */
function accountOf(rows: Rows, handler: PaymentHandler, { id }: Shop): Pick<Attempt, 'account'> {
  const account = findAccountOwner(rows, handler, id);
  if (account) return account === 'shop' ? { account } : {};
  const handlerId = handler.description.id;
  throw new PortalError('payment_instrument_invalid', `the shop has no account for the handler_id "${handlerId}"`);
}
