import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf } from '../../schema/primitives.js';
import type { PaymentContext } from './cart-context.js';
import { currentCart } from './current-cart.js';
import { readResolved } from './read-checkout.js';
import { summaryForAgents } from './summary-for-agents.js';

export const getCart = defineOperation({
  name: 'get_cart',
  title: 'Get the current cart',
  description: "The caller's open cart. When there is none, an empty one, which is stored with the first change.",
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: dataOf(checkoutF),
  sample: () => ({}),
  errors: [],
  http: { method: 'get', path: '/api/commerce/checkouts/current' },
  mcp: {
    answer: summaryForAgents,
    description:
      'Get the current cart, an empty one when there is none. Other tools use it if checkout_id is omitted. ' +
      'messages says what is missing before complete_checkout. Amounts are minor units.',
  },
  async handle(context: PaymentContext) {
    const { shop_id } = required(context.caller.deployment, 'deployment');
    const answer = await readResolved(
      context,
      (rows) => currentCart(rows, context),
      ['get', 'shop', shop_id],
      ['automaticDiscounts', shop_id],
    );
    return required(answer, 'cart');
  },
});
