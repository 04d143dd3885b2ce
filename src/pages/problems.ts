import { ERRORS, type ErrorCode } from '../domain/errors/portal-error.js';

/** The error codes that a form of the page can get, with texts for the buyer. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  payment_failed: 'The payment was declined. Nothing was charged. You can try again with another card.',
  total_changed: 'The total has changed since you saw it. Nothing was done; please look at it again.',
  version_conflict: 'The cart was changed while you were looking at it. Nothing was done; please look at it again.',
  out_of_stock: 'Something in the cart is not in stock in this quantity. Nothing was charged.',
  checkout_not_ready: 'Something is still missing. Nothing was charged.',
  checkout_closed: 'This checkout has ended, so nothing was changed.',
  payment_in_progress: 'A payment is under way, so nothing can be changed now.',
  payment_instrument_invalid: 'This payment method cannot be used. Nothing was charged.',
  fulfillment_option_unknown: 'This delivery option is no longer offered. Please choose another.',
  fulfillment_destination_required: 'Please enter the address first.',
  invalid_request: 'One of the entries is not valid. Please check them and try again.',
  rate_limited: 'There were too many requests. Please wait a moment and try again.',
};

const OTHER = 'That did not work, and nothing was changed. Please try again.';

/** The text for a code of the table; anything else in the address is not shown. */
export function problemText(code: string | null): string | undefined {
  if (code === null || !isErrorCode(code)) return undefined;
  return TEXTS[code] ?? OTHER;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
