import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { PaymentContext } from './cart-context.js';
import { buildCheckoutHints, ownCheckout } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { readResolved } from './read-checkout.js';

export const getCheckout = defineOperation({
  name: 'get_checkout',
  title: 'Get a checkout',
  description:
    'A checkout in any state, by id. The outcome of an open payment is fetched first, when its handler knows it.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout }),
  errors: ['checkout_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/commerce/checkouts/{id}', parts: { id: 'checkout_id' } },
  mcp: {
    defaultCheckout: currentCartId,
    description:
      'Read a checkout in full by id, also a completed or canceled one: property_specs, pictures, payment handlers, all options, links. Use it after complete_in_progress to see the outcome.',
  },
  async handle(context: PaymentContext, { checkout_id }) {
    const answer = await readResolved(
      context,
      (rows) => ownCheckout(rows, context, checkout_id),
      ...buildCheckoutHints(context, checkout_id),
    );
    return required(answer, 'checkout');
  },
});
