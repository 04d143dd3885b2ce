import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { applyCode } from '../../domain/checkout/discounts.js';
import { price } from '../../domain/checkout/pricing.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { baseAnswer } from './base-answer.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

export const applyDiscount = defineOperation({
  name: 'apply_discount',
  title: 'Apply a discount code',
  description:
    'Applies a discount code to the cart. Codes are matched case-insensitively. If codes and automatic discounts exclude each other, the combination with the lowest total applies.',
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ checkout_id: id('Id of the cart'), code: text(64, 'Discount code') }),
  inputErrors: { checkout_id: 'checkout_not_found', code: 'discount_code_invalid' },
  output: dataOf(checkoutF),
  sample: ({ checkout, discount }) => ({ checkout_id: checkout, code: discount }),
  errors: [
    'checkout_not_found',
    'checkout_closed',
    'payment_in_progress',
    'discount_code_invalid',
    'discount_code_expired',
    'discount_code_ineligible',
    'discount_code_already_applied',
    'limit_exceeded',
    'version_conflict',
  ],
  http: {
    method: 'post',
    path: '/api/commerce/checkouts/{id}/discount',
    parts: { id: 'checkout_id' },
    output: dataOf(checkoutB),
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    description:
      'Apply a discount code that the buyer gave. If codes exclude each other, the best for the buyer applies; messages name the others. Do not guess codes.',
  },
  handle: (context: CartContext, { checkout_id, code }) =>
    countUnknown(context, () =>
      changeCart(context, checkout_id, (cart) => applyCode(cart, code, price(cart).lines), {
        needs: { codes: [normalizeCode(code)] },
        toAnswer: baseAnswer,
      }),
    ),
});

/**
 * Limits attempts with unknown discount codes, so that codes cannot be guessed.
 * @throws PortalError `rate_limited` after too many unknown codes
 */
export async function countUnknown<Result>(
  { services }: Context<'carts'>,
  apply: () => Promise<Result>,
): Promise<Result> {
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
  await services.carts.codeFailures.counted(async () => {
    try {
      outcome = { result: await apply() };
      return true;
    } catch (error) {
      outcome = { error };
      return !(error instanceof PortalError && error.code === 'discount_code_invalid');
    }
  });
  if (!outcome || 'error' in outcome) throw outcome?.error;
  return outcome.result;
}
