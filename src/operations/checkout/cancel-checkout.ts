import { z } from 'zod';
import { canceled } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { PortalError } from '../../domain/errors.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import { audited, authorOf } from '../audit.js';
import type { Context } from '../context.js';
import { defineOperation } from '../define.js';
import { stored } from '../stored.js';
import { assertOpen, type CheckoutAnswer, ownCheckout } from './cart.js';
import { answerOf } from './read-checkout.js';
import { settlerOf, voidAttempt } from './settle.js';

export const cancelCheckout = defineOperation({
  name: 'cancel_checkout',
  title: 'Cancel the checkout',
  description: 'Gives a checkout up. A payment under way is voided. Canceling a canceled checkout answers it again.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  errors: ['checkout_not_found', 'checkout_closed', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/checkouts/{id}/cancel', parts: { id: 'checkout_id' } },
  mcp: {
    description:
      'Give the checkout up for good; get_cart then starts a new one. A completed checkout cannot be canceled.',
  },
  async handle(context, { checkout_id }) {
    const open = await context.store.read((rows) => ownCheckout(rows, context, checkout_id));
    if (open.state !== 'paying' || !open.attempt) return cancel(context, checkout_id);
    await voidAttempt(settlerOf(context), checkout_id, open.attempt, 'cancel');
    // Voiding made a new version itself; the caller's was checked before it.
    return cancel({ ...context, expectVersion: () => undefined }, checkout_id);
  },
});

function cancel(context: Context, checkoutId: string): Promise<CheckoutAnswer> {
  return context.update((rows) => {
    const checkout = ownCheckout(rows, context, checkoutId);
    if (checkout.state === 'completed') {
      throw new PortalError('checkout_closed', 'This checkout is completed; its order cannot be canceled here.');
    }
    if (checkout.state === 'canceled' || isExpired(checkout, context.now))
      return { writes: [], answer: answerOf(rows, context, checkout) };
    assertOpen(checkout, context.now);
    const row = canceled(checkout, context.now);
    const subject = { type: 'checkout', id: checkout.id } as const;
    return {
      writes: [
        { type: 'put', table: 'checkout', row },
        audited(authorOf(context), context.caller.organization_id, subject, 'checkout.canceled', ['state']),
      ],
      answer: answerOf(rows, context, stored(row)),
    };
  });
}
