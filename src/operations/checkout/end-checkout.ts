import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { cancelCheckout } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { makeResolver, voidAttempt } from '../../payments/resolve-payment.js';
import { type Rows, replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { buildDropWrites } from '../../records/dropped-addition.js';
import { assertOpen, closedError, firstWrites, ownCheckout } from './change-cart.js';

type Show<Body> = (rows: Rows, checkout: Checkout) => Answer<Body>;

/**
 * Cancels a checkout; a payment in progress is voided first. `show` builds the response.
 * @throws PortalError `checkout_not_found`, `checkout_closed`, `version_conflict`
 */
export async function endCheckout<Body>(
  context: Context<'carts' | 'payments'>,
  id: string,
  show: Show<Body>,
): Promise<Answer<Body>> {
  const open = await context.read((rows) => ownCheckout(rows, context, id));
  if (open.state === 'paying') return voidAndCancel(context, open, show);
  try {
    return await cancel(context, id, show);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'payment_in_progress') throw error;
    // A payment was started after the first read.
    return voidAndCancel(context, await context.read((rows) => ownCheckout(rows, context, id)), show);
  }
}

async function voidAndCancel<Body>(
  context: Context<'carts' | 'payments'>,
  { id, attempt }: Checkout,
  show: Show<Body>,
): Promise<Answer<Body>> {
  if (attempt) await voidAttempt(makeResolver(context), id, attempt, 'cancel');
  // The caller's version was compared before, and voiding has since written new versions.
  return cancel({ ...context, expectVersion: () => undefined }, id, show);
}

function cancel<Body>(
  context: Context<'carts' | 'payments'>,
  checkoutId: string,
  show: Show<Body>,
): Promise<Answer<Body>> {
  return context.update((rows) => {
    const checkout = ownCheckout(rows, context, checkoutId);
    if (checkout.state === 'completed') throw closedError(checkout, context.now);
    if (checkout.state === 'canceled' || isExpired(checkout, context.now))
      return { writes: [], answer: show(rows, checkout) };
    assertOpen(checkout, context.now);
    const put = replaceWrite('checkout', checkout, cancelCheckout(checkout, context.now));
    const { organization_id } = context.caller;
    return {
      writes: [
        ...firstWrites(rows, context, checkout),
        ...buildCheckoutWrites(authorOf(context), organization_id, put, 'checkout.canceled', ['state']),
        ...buildDropWrites(rows, authorOf(context), put.row),
      ],
      answer: show(rows, put.row),
    };
  });
}
