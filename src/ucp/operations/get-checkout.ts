import type { Context } from '../../calls/context.js';
import { required } from '../../domain/values/required.js';
import { buildCheckoutHints, ownCheckout } from '../../operations/checkout/change-cart.js';
import { readResolvedAs } from '../../operations/checkout/read-checkout.js';
import { CHECKOUT } from '../capabilities.js';
import { cachedCheckoutAnswer } from '../checkout/answers.js';
import { defineUcpOperation } from './ucp-operation.js';

export const getCheckout = defineUcpOperation({
  name: 'get_checkout',
  title: 'Get a checkout',
  description: 'The checkout as it is now.',
  capability: CHECKOUT,
  effect: 'read',
  rest: { method: 'get', path: '/checkout-sessions/{id}' },
  read: () => undefined,
  async handle(context: Context<'carts' | 'payments'>, session, id) {
    const answer = await readResolvedAs(
      context,
      (rows) => ownCheckout(rows, context, id),
      (rows, checkout) => cachedCheckoutAnswer(rows, context, session, checkout),
      ...buildCheckoutHints(context, id),
    );
    return required(answer, 'checkout');
  },
});
