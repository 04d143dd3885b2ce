import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { ownCheckout } from '../../operations/checkout/change-cart.js';
import { endCheckout } from '../../operations/checkout/end-checkout.js';
import { CHECKOUT } from '../capabilities.js';
import { checkoutAnswer } from '../checkout/answers.js';
import { refusalMessage } from '../checkout/refusals.js';
import { defineUcpOperation } from './ucp-operation.js';

export const cancelCheckout = defineUcpOperation({
  name: 'cancel_checkout',
  title: 'Cancel a checkout',
  description: 'End a checkout that is not paid.',
  capability: CHECKOUT,
  effect: 'destructive',
  needsKey: true,
  rest: { method: 'post', path: '/checkout-sessions/{id}/cancel' },
  read: () => undefined,
  async handle(context: Context<'carts' | 'payments'>, session, id) {
    try {
      return await endCheckout(context, id, (rows, checkout) => checkoutAnswer(rows, context, session, checkout));
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'checkout_closed') throw error;
      const refusal = refusalMessage(error, session);
      return context.update((rows) => ({
        writes: [],
        answer: checkoutAnswer(rows, context, session, ownCheckout(rows, context, id), refusal ? { refusal } : {}),
      }));
    }
  },
});
