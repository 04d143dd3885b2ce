import type { Context } from '../../calls/context.js';
import { type Cart, MAX_DISCOUNT_CODES } from '../../domain/checkout/checkout.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { required } from '../../domain/values/required.js';
import type { CheckoutRequest } from './checkout-request.js';

/**
 * Counts the unknown discount codes of a changed cart. `known`: normalized codes sent earlier, which are not counted as
 * guesses.
 */
type CountUnknown = (cart: Pick<Cart, 'checkout' | 'discounts'>, known: readonly string[]) => void;

/**
 * Runs a write whose response reveals which of the sent codes exist, and counts the unknown ones against the limit that
 * `apply_discount` uses. `write` must call `count` in every run that produces such a response.
 * @throws PortalError `rate_limited` after too many unknown codes
 */
export async function limitGuesses<Answer>(
  { services }: Context<'carts'>,
  { codes = [] }: Pick<CheckoutRequest, 'codes'>,
  write: (count: CountUnknown) => Promise<Answer>,
): Promise<Answer> {
  const sent = [...new Set(codes.map(normalizeCode))];
  // Requests with more codes than a checkout accepts fail, so they reveal nothing.
  if (sent.length === 0 || sent.length > MAX_DISCOUNT_CODES) return write(() => {});
  let unknown = 0;
  let outcome: { readonly answer: Answer } | undefined;
  await services.carts.codeFailures.countedUpTo(sent.length, async () => {
    const answer = await write(({ checkout, discounts }, known) => {
      unknown = checkout.discount_codes.filter((code) => !discounts.has(code) && !known.includes(code)).length;
    });
    outcome = { answer };
    return unknown;
  });
  return required(outcome, 'an answer').answer;
}
