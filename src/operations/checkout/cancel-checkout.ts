import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { canceled } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { resolverOf, voidAttempt } from '../../payments/resolve-payment.js';
import { replaced } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import { assertOpen, type CheckoutAnswer, closed, ownCheckout } from './change-cart.js';
import { answerOf } from './read-checkout.js';
import { summarized } from './summarized.js';

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
    answer: summarized,
    description:
      'Cancel the checkout for good; get_cart then starts a new one. A completed checkout cannot be canceled.',
  },
  async handle(context, { checkout_id }) {
    const open = await context.read((rows) => ownCheckout(rows, context, checkout_id));
    if (open.state === 'paying') return voidAndCancel(context, open);
    try {
      return await cancel(context, checkout_id);
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'payment_in_progress') throw error;
      // A payment has begun since it was read.
      return voidAndCancel(context, await context.read((rows) => ownCheckout(rows, context, checkout_id)));
    }
  },
});

async function voidAndCancel(context: Context, { id, attempt }: Checkout): Promise<CheckoutAnswer> {
  if (attempt) await voidAttempt(resolverOf(context), id, attempt, 'cancel');
  // Voiding has written a new version itself; the caller's version was checked before.
  return cancel({ ...context, expectVersion: () => undefined }, id);
}

function cancel(context: Context, checkoutId: string): Promise<CheckoutAnswer> {
  return context.update((rows) => {
    const checkout = ownCheckout(rows, context, checkoutId);
    if (checkout.state === 'completed') throw closed(checkout, context.now);
    if (checkout.state === 'canceled' || isExpired(checkout, context.now))
      return { writes: [], answer: answerOf(rows, context, checkout) };
    assertOpen(checkout, context.now);
    const put = replaced('checkout', checkout, canceled(checkout, context.now));
    const { organization_id } = context.caller;
    return {
      writes: savedCheckout(authorOf(context), organization_id, put, 'checkout.canceled', ['state']),
      answer: answerOf(rows, context, put.row),
    };
  });
}
