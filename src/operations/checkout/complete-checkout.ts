import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { checkoutF } from '../../schema/checkout.js';
import { agentPaymentInput, announcedPaymentInput, paymentInput } from '../../schema/payment.js';
import { amount, dataOf, id } from '../../schema/primitives.js';
import type { OrderingContext } from './cart-context.js';
import { cartToComplete } from './current-cart.js';
import { payCheckout } from './pay-checkout.js';
import { answerOf } from './read-checkout.js';
import { summaryForAgents } from './summary-for-agents.js';

const inputWith = <Payment extends z.ZodType>(payment: Payment) =>
  z.strictObject({
    checkout_id: id('Id of the checkout'),
    expected_total: amount('The `total` as last shown to the buyer, in minor units (1999 = 19.99)').min(0),
    payment: payment
      .optional()
      .describe('How to pay; optional if the only handler needs no instrument, or the total is 0'),
  });

/**
 * Schema published for the tool. It makes the total optional: if it is omitted, the person is asked to agree to it, or
 * the call fails.
 */
const announcedInput = inputWith(announcedPaymentInput).extend({
  expected_total: amount(
    'The total that the buyer agreed to, in minor units (1999 = 19.99). Without it, the person is asked if the client can',
  )
    .min(0)
    .optional(),
});

export const completeCheckout = defineOperation({
  name: 'complete_checkout',
  title: 'Complete the checkout',
  description:
    'Pays a checkout that is ready and places the order, once. `expected_total` is the total that the buyer agreed to: if it has changed, the call is rejected.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  input: inputWith(paymentInput),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ readyCheckout, total }) => ({
    checkout_id: readyCheckout,
    expected_total: total,
    payment: {
      instruments: [
        {
          id: 'card-1',
          handler_id: 'sandbox_card',
          type: 'card' as const,
          brand: 'visa',
          last_digits: '4242',
          credential: { type: 'token', token: 'tok_approve' },
        },
      ],
    },
  }),
  errors: [
    'checkout_not_found',
    'checkout_closed',
    'checkout_not_ready',
    'out_of_stock',
    'total_changed',
    'payment_instrument_invalid',
    'payment_failed',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/checkouts/{id}/complete', parts: { id: 'checkout_id' } },
  mcp: {
    defaultCheckout: cartToComplete,
    answer: summaryForAgents,
    input: inputWith(agentPaymentInput),
    announced: announcedInput,
    asksPerson: true,
    description:
      'Pay and place the order. Call it when the checkout status is ready_for_complete and the buyer has agreed to the total: pass that total as expected_total (minor units). ' +
      'payment names one of the handlers that a ready checkout lists. On status complete_in_progress, call get_checkout after a moment. Then get_order with order.id.',
  },
  handle: (context: OrderingContext, input) =>
    payCheckout(context, input, { answer: (rows, checkout, assessed) => answerOf(rows, context, checkout, assessed) }),
});
