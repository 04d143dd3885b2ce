import type { Stripe } from 'stripe';

/** The classes of errors that the stripe package throws. */
export type StripeErrors = typeof Stripe.errors;

/** A request that Stripe refused, so that it had no effect. */
export class Refusal {
  /** Stripe's code of the decline or error, such as "insufficient_funds"; empty if there is none. */
  readonly code: string;
  /** The reason as a clause, without data of the account or the buyer. */
  readonly reason: string;

  constructor(code: string, reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Reasons by code. Cards that were reported lost, stolen or fraudulent have none of their own, since Stripe asks to show
 * such declines like any other.
 */
const REASONS: Readonly<Record<string, string>> = {
  amount_too_large: 'Stripe does not move an amount as large as this one',
  amount_too_small: 'Stripe does not charge an amount as small as this one',
  authentication_required: 'the bank requires the buyer to authenticate',
  charge_already_refunded: 'the payment is refunded already',
  charge_disputed: 'the buyer has disputed the payment',
  charge_expired_for_capture: 'the authorization has expired',
  expired_card: 'the card has expired',
  incorrect_cvc: 'the security code of the card is wrong',
  incorrect_number: 'the number of the card is wrong',
  insufficient_funds: 'the card has insufficient funds',
  payment_intent_authentication_failure: 'the buyer could not be authenticated',
  payment_intent_unexpected_state: 'the payment has ended at Stripe',
  processing_error: 'the bank could not process the card',
  resource_missing: 'Stripe does not know this token, or it belongs to another account',
};

/** The reason for a decline by a bank, or for a refused request. */
export function reasonOf(codes: readonly (string | null | undefined)[], otherwise: string): string {
  return codes.flatMap((code) => (code && Object.hasOwn(REASONS, code) ? (REASONS[code] ?? []) : []))[0] ?? otherwise;
}

/** Returns how Stripe refused a request; `undefined` if the request may have had an effect. */
export function refusalOf(error: unknown, errors: StripeErrors): Refusal | undefined {
  if (error instanceof errors.StripeCardError) {
    const { code, decline_code } = error;
    return new Refusal(decline_code || code || '', reasonOf([decline_code, code], 'the bank declined the payment'));
  }
  if (!(error instanceof errors.StripeInvalidRequestError)) return undefined;
  const code = error.code ?? '';
  return new Refusal(code, reasonOf([code], `Stripe refused the request${wordOf(code) && ` (${wordOf(code)})`}`));
}

/**
 * Describes a failed call without the key, which Stripe's own messages contain in part, and without its request or
 * response.
 */
export function faultOf(error: unknown, errors: StripeErrors): Error {
  if (!(error instanceof errors.StripeError)) return new Error('the call of Stripe failed');
  const { statusCode, type, code, requestId } = error;
  const facts = [statusCode, type, wordOf(code), requestId].filter(Boolean).join(' ');
  return new Error(`Stripe did not perform a request, or its outcome is unknown: ${facts}`);
}

/** A code if it is one, since it is part of a text. */
function wordOf(code: string | undefined): string {
  return code !== undefined && /^\w{1,60}$/.test(code) ? code : '';
}
