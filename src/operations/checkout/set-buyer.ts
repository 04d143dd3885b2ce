import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { announcedBuyer, billingAddress, buyer } from '../../schema/address.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import { baseAnswer } from './base-answer.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { replaceBuyer } from './replace-buyer.js';
import { summaryForAgents } from './summary-for-agents.js';

const input = z.strictObject({
  checkout_id: id('Id of the cart'),
  buyer: buyer.describe('Who buys; the email address is needed to complete'),
  billing_address: billingAddress.optional().describe('Billing address; absent keeps the stored one, {} removes it'),
});

/** set_destination describes the members of an address. */
const announced = input.extend({
  buyer: announcedBuyer.describe('Who buys'),
  billing_address: z
    .object({})
    .optional()
    .describe('Members as in set_destination; absent keeps the stored one, {} removes it'),
});

export const setBuyer = defineOperation({
  name: 'set_buyer',
  title: 'Set buyer and billing address',
  description: 'Replaces the buyer. An absent `billing_address` keeps the stored one, `{}` removes it.',
  scope: 'commerce',
  effect: 'write',
  idempotent: true,
  input,
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout, buyer: { email: 'ada@example.com', full_name: 'Ada Park' } }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/commerce/checkouts/{id}/buyer',
    parts: { id: 'checkout_id' },
    output: dataOf(checkoutB),
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    announced,
    description:
      'Replace who buys, with at least an email address, and optionally the billing address. Next: set_destination.',
  },
  handle: (context: CartContext, { checkout_id, ...sent }) =>
    changeCart(
      context,
      checkout_id,
      ({ checkout }) => replaceBuyer(checkout, sent, context.services.carts.buyerSecret),
      { toAnswer: baseAnswer },
    ),
});
