import type { Context } from '../../calls/context.js';
import { type Cart, MAX_DISCOUNT_CODES } from '../../domain/checkout/checkout.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { required } from '../../domain/values/required.js';
import type { CheckoutRequest } from './checkout-request.js';

/** Counts the unknown codes of a changed cart. `known`: normalized codes that were sent before, which are no guesses. */
type CountUnknown = (cart: Pick<Cart, 'checkout' | 'discounts'>, known: readonly string[]) => void;

/**
 * Runs a write whose response shows which of the sent codes exist, and counts the unknown ones, as those of
 * `apply_discount` are. The write calls `count` in each run that reaches such a response.
 * @throws PortalError `rate_limited` after too many
 */
export async function limitGuesses<Answer>(
  { services }: Context<'carts'>,
  { codes = [] }: Pick<CheckoutRequest, 'codes'>,
  write: (count: CountUnknown) => Promise<Answer>,
): Promise<Answer> {
  const sent = [...new Set(codes.map(normalizeCode))];
  // More codes than a checkout accepts are rejected whole.
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
