import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { acceptTerms as accept } from '../../domain/checkout/consent.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';

/** Only the buyer's page can call this: it has no route and is not a tool, and no key has its scope. */
export const acceptTerms = defineOperation({
  name: 'accept_terms',
  title: 'Accept the terms',
  description:
    "The buyer accepts the shop's terms of service, or withdraws that. It has no effect after they have moved.",
  scope: 'buyer',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    checkout_id: id('Id of the cart'),
    accepted: z.boolean().describe('False to withdraw'),
  }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout, accepted: true }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  handle: (context: CartContext, { checkout_id, accepted }) =>
    changeCart(context, checkout_id, (cart) => accept(cart, accepted), {
      event: { action: 'checkout.terms_accepted', changed: ['terms_accepted'] },
    }),
});
