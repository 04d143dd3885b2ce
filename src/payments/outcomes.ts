import { parsedUrl } from '../parsed-url.js';
import { isWhole } from '../payment-handler/values.js';
import type { AccountTest, Capture, CaptureOutcome, PaymentOutcome, RefundOutcome, RenewalOutcome } from '../ports.js';

/**
 * Validates the responses of payment handlers against the port (ports/payment.ts). Unknown members are dropped. Each
 * function throws if the outcome is invalid; the handler then counts as not having responded.
 */

/** Maximum length of a provider's reference, in characters. */
const MAX_REFERENCE = 200;

/** Maximum length of a reason, in characters. Reasons appear in responses and order messages. */
const MAX_REASON = 500;

/**
 * Validates the outcome of `authorize` or `status`.
 * @throws Error when invalid
 */
export function paymentOutcome(answer: unknown): PaymentOutcome {
  const state = member(answer, 'state');
  if (state === 'unknown') return { state };
  if (state === 'pending') return { state, ...untilOf(answer) };
  if (state === 'action_required') return actionOutcome(answer);
  if (state === 'declined') return { state, reason: reasonOf(answer) };
  const payment_status = member(answer, 'payment_status');
  if (state === 'authorized' && (payment_status === 'paid' || payment_status === 'pending')) {
    return { state, payment_status, ...referenceOf(answer) };
  }
  const authorized_until = member(answer, 'authorized_until');
  if (state === 'authorized' && payment_status === 'authorized' && isWhole(authorized_until)) {
    return { state, payment_status, authorized_until, ...partsOf(answer), ...referenceOf(answer) };
  }
  throw new Error(`${namesOf({ state, payment_status, authorized_until })} is no outcome of a payment`);
}

/**
 * Validates the outcome of `authorize` or `status` before an order is placed. An authorization that was released already
 * counts as a decline, since its order would have no money.
 * @throws Error when invalid
 */
export function attemptOutcome(answer: unknown): PaymentOutcome {
  const outcome = paymentOutcome(answer);
  const isReserved = outcome.state === 'authorized' && outcome.payment_status === 'authorized';
  const isReleased = isReserved && member(answer, 'ended') === true && !member(answer, 'captured');
  return isReleased ? { state: 'declined', reason: 'the authorization was released' } : outcome;
}

/**
 * Validates the outcome of `renew`.
 * @throws Error when invalid
 */
export function renewalOutcome(answer: unknown): RenewalOutcome {
  const state = member(answer, 'state');
  if (state === 'failed') return { state, reason: reasonOf(answer) };
  const authorized_until = member(answer, 'authorized_until');
  if (state === 'renewed' && isWhole(authorized_until)) return { state, authorized_until };
  throw new Error(`${namesOf({ state, authorized_until })} is not an outcome of a renewal`);
}

/**
 * Validates the outcome of `capture`.
 * @throws Error when invalid
 */
export function captureOutcome(answer: unknown, { amount }: Pick<Capture, 'amount'>): CaptureOutcome {
  const state = member(answer, 'state');
  if (state === 'pending') return { state };
  if (state === 'failed') return { state, reason: reasonOf(answer) };
  const captured = member(answer, 'captured');
  if (state === 'completed' && captured === undefined) return { state };
  if (state === 'completed' && isWhole(captured) && captured <= amount) return { state, captured };
  throw new Error(`${namesOf({ state, captured })} is not an outcome of a capture`);
}

/**
 * Validates the outcome of `refund`.
 * @throws Error when invalid
 */
export function refundOutcome(answer: unknown): RefundOutcome {
  const state = member(answer, 'state');
  if (state === 'completed' || state === 'pending') return { state };
  if (state === 'failed') return { state, reason: reasonOf(answer) };
  throw new Error(`${namesOf({ state })} is not an outcome of a refund`);
}

/**
 * Validates the outcome of `testAccount`.
 * @throws Error when invalid
 */
export function accountTest(answer: unknown): AccountTest {
  const state = member(answer, 'state');
  if (state === 'unusable') return { state, reason: reasonOf(answer) };
  const [account, live] = [member(answer, 'account'), member(answer, 'live')];
  if (state === 'usable' && typeof account === 'string' && typeof live === 'boolean')
    return { state, account: account.slice(0, MAX_REASON), live };
  throw new Error(`${namesOf({ state, account, live })} is not an outcome of the test of an account`);
}

/**
 * Validates the outcome of `void`, which must return nothing: a value may mean that the payment was not voided.
 * @throws Error for any value
 */
export function voidOutcome(answer: unknown): 'voided' {
  if (answer === undefined) return 'voided';
  throw new Error(`${namesOf({ state: member(answer, 'state') })} is no outcome of a void, which answers nothing`);
}

export function member(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
}

/** @throws Error when invalid */
function actionOutcome(answer: unknown): PaymentOutcome {
  const [action, expires_at] = [member(answer, 'action'), member(answer, 'expires_at')];
  const [type, url, data] = [member(action, 'type'), member(action, 'url'), member(action, 'data')];
  if (!isWhole(expires_at)) throw new Error('an action without expires_at is no outcome of a payment');
  if (type === 'redirect' && isWebAddress(url)) return { state: 'action_required', action: { type, url }, expires_at };
  if (type === 'client' && isTexts(data)) return { state: 'action_required', action: { type, data }, expires_at };
  throw new Error(`${namesOf({ type })} is no action of a payment`);
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(parsedUrl(value)?.protocol ?? '');
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}

function untilOf(answer: unknown): { readonly until?: number } {
  const until = member(answer, 'until');
  return isWhole(until) ? { until } : {};
}

function partsOf(answer: unknown): { readonly captures?: 'once' | 'many' } {
  const captures = member(answer, 'captures');
  return captures === 'once' || captures === 'many' ? { captures } : {};
}

/** Drops a reference that is not text, is empty or is too long. The payment is valid without it. */
function referenceOf(answer: unknown): { readonly provider_reference?: string } {
  const reference = member(answer, 'provider_reference');
  const usable = typeof reference === 'string' && reference !== '' && reference.length <= MAX_REFERENCE;
  return usable ? { provider_reference: reference } : {};
}

function reasonOf(answer: unknown): string {
  const reason = member(answer, 'reason');
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, MAX_REASON) : 'no reason was given';
}

/**
 * Describes members of an invalid response. Texts are shortened and other values are replaced by their types, because
 * they may contain data that must not be logged.
 */
function namesOf(members: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name} ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : `of type ${typeof value}`}`,
    );
  return texts.length > 0 ? texts.join(' with ') : 'an answer without state';
}
