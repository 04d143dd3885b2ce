import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { confirmAge as confirm } from '../../domain/checkout/consent.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';

/** Only the buyer's page can call this: it has no route and is not a tool, and no key has its scope. */
export const confirmAge = defineOperation({
  name: 'confirm_age',
  title: 'Confirm the age',
  description: 'The buyer confirms to be of the required age.',
  scope: 'buyer',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    checkout_id: id('Id of the cart'),
    years: z.int().min(1).max(99).describe('Years that the buyer was asked for'),
  }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout, years: 18 }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  handle: (context: CartContext, { checkout_id, years }) =>
    changeCart(context, checkout_id, ({ checkout }) => confirm(checkout, years), {
      event: { action: 'checkout.age_confirmed', changed: ['age_confirmed'] },
    }),
});
