import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { PaymentContext } from './cart-context.js';
import { endCheckout } from './end-checkout.js';
import { answerOf } from './read-checkout.js';
import { summaryForAgents } from './summary-for-agents.js';

export const cancelCheckout = defineOperation({
  name: 'cancel_checkout',
  title: 'Cancel the checkout',
  description:
    'Cancels a checkout. A payment in progress is voided. Canceling a canceled checkout again changes nothing.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout }),
  errors: ['checkout_not_found', 'checkout_closed', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/checkouts/{id}/cancel', parts: { id: 'checkout_id' } },
  mcp: {
    answer: summaryForAgents,
    description:
      'Cancel the checkout for good; get_cart then starts a new one. A completed checkout cannot be canceled.',
  },
  handle: (context: PaymentContext, { checkout_id }) =>
    endCheckout(context, checkout_id, (rows, checkout) => answerOf(rows, context, checkout)),
});
