import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { removeCode } from '../../domain/checkout/discounts.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

export const removeDiscount = defineOperation({
  name: 'remove_discount',
  title: 'Remove a discount code',
  description: 'Removes a discount code from the cart.',
  scope: 'commerce',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the cart'), code: text(64, 'Discount code on the cart') }),
  inputErrors: { checkout_id: 'checkout_not_found', code: 'discount_code_invalid' },
  output: dataOf(checkoutF),
  sample: ({ discountedCheckout, discount }) => ({ checkout_id: discountedCheckout, code: discount }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'discount_code_invalid', 'version_conflict'],
  http: {
    method: 'delete',
    path: '/api/commerce/checkouts/{id}/discount/{code}',
    parts: { id: 'checkout_id', code: 'code' },
  },
  mcp: {
    defaultCheckout: currentCartId,
    description: 'Remove a discount code from the cart.',
    answer: summaryForAgents,
  },
  handle: (context: CartContext, { checkout_id, code }) =>
    changeCart(context, checkout_id, (cart) => removeCode(cart.checkout, code)),
});
