import { z } from 'zod';
import { assess } from '../../domain/checkout/status.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import { defineOperation } from '../define.js';
import { cartOf, checkoutAnswer, ownCheckout } from './cart.js';
import { settlerOf } from './complete-checkout.js';
import { settleOpenPayment } from './settle.js';

export const getCheckout = defineOperation({
  name: 'get_checkout',
  title: 'Get a checkout',
  description:
    'A checkout in any state, by id. A payment that was left open is settled first, when its handler knows the outcome.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  errors: ['checkout_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/commerce/checkouts/{id}', parts: { id: 'checkout_id' } },
  mcp: {
    description:
      'Read a checkout by id, also a completed or canceled one. Use it after an error to see messages and totals (minor units), and after complete_in_progress to see the outcome.',
  },
  async handle(context, { checkout_id }) {
    const read = () =>
      context.store.read((rows) => {
        const checkout = ownCheckout(rows, context, checkout_id);
        return { checkout, answer: checkoutAnswer(context, assess(cartOf(rows, checkout, context.now))) };
      });
    const { checkout, answer } = await read();
    if (checkout.state !== 'paying') return answer;
    await settleOpenPayment(settlerOf(context), checkout_id);
    return (await read()).answer;
  },
});
