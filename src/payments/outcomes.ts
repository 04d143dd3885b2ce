import type { PaymentOutcome, RefundOutcome } from '../ports.js';

/**
 * Checks what payment handlers answer against the port (ports/payment.ts). Members that the port does not know are left
 * out. Each function throws when the answer is not a valid outcome; it then counts as no answer.
 */

/** Characters of a provider's reference at most. */
const MAX_REFERENCE = 200;

/** Characters of a reason at most; it is shown in an answer, or in an order's messages. */
const MAX_REASON = 500;

/** The outcome of `authorize` and `status`. @throws Error when it is none */
export function paymentOutcome(answer: unknown): PaymentOutcome {
  const state = member(answer, 'state');
  const payment_status = member(answer, 'payment_status');
  if (state === 'pending' || state === 'unknown') return { state };
  if (state === 'declined') return { state, reason: reasonOf(answer) };
  if (state === 'authorized' && (payment_status === 'paid' || payment_status === 'pending')) {
    return { state, payment_status, ...referenceOf(answer) };
  }
  throw new Error(`${namesOf({ state, payment_status })} is no outcome of a payment`);
}

/** The outcome of `refund`. @throws Error when it is none */
export function refundOutcome(answer: unknown): RefundOutcome {
  const state = member(answer, 'state');
  if (state === 'completed' || state === 'pending') return { state };
  if (state === 'failed') return { state, reason: reasonOf(answer) };
  throw new Error(`${namesOf({ state })} is not an outcome of a refund`);
}

/** `void` answers nothing, so an answer may mean that the payment was not voided. @throws Error for any answer */
export function voidOutcome(answer: unknown): 'voided' {
  if (answer === undefined) return 'voided';
  throw new Error(`${namesOf({ state: member(answer, 'state') })} is no outcome of a void, which answers nothing`);
}

function member(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
}

/** One that is no text, empty or too long is left out: a payment that was made counts all the same. */
function referenceOf(answer: unknown): { readonly provider_reference?: string } {
  const reference = member(answer, 'provider_reference');
  const usable = typeof reference === 'string' && reference !== '' && reference.length <= MAX_REFERENCE;
  return usable ? { provider_reference: reference } : {};
}

function reasonOf(answer: unknown): string {
  const reason = member(answer, 'reason');
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, MAX_REASON) : 'no reason was given';
}

/** Short texts only, since the answer of a handler may contain what must not be in the log. */
function namesOf(members: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name} ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : `of type ${typeof value}`}`,
    );
  return texts.length > 0 ? texts.join(' with ') : 'an answer without state';
}
