import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { approveTotal } from '../../domain/checkout/consent.js';
import { checkoutF } from '../../schema/checkout.js';
import { amount, dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';

/** Only the buyer's page can call this: it has no route and is not a tool, and no key has its scope. */
export const approveTotals = defineOperation({
  name: 'approve_totals',
  title: 'Approve the totals',
  description:
    'The buyer approves the cart at the total shown. It has no effect while lines or totals differ from what was approved.',
  scope: 'buyer',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    checkout_id: id('Id of the cart'),
    expected_total: amount('The total that the buyer saw, in minor units').min(0),
  }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ readyCheckout, total }) => ({ checkout_id: readyCheckout, expected_total: total }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'total_changed', 'version_conflict'],
  handle: (context: CartContext, { checkout_id, expected_total }) =>
    changeCart(context, checkout_id, (cart) => approveTotal(cart, expected_total), {
      acceptsTerms: true,
      event: { action: 'checkout.approved', changed: ['approved'] },
    }),
});
