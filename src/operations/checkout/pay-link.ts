import type { Checkout } from '../../domain/checkout/checkout.js';
import { nextStepOf, type PortalError } from '../../domain/errors/portal-error.js';
import type { PaymentContext } from './cart-context.js';

/**
 * Adds to a payment error the link to the page where the buyer can pay, since the buyer may have a card that the agent
 * does not have.
 */
export function withPayLink(context: PaymentContext, checkout: Checkout, error: PortalError): PortalError {
  const { instruction, tools } = error.next ?? nextStepOf(error.code);
  const url = context.services.view.links.checkoutUrl(checkout);
  return error.withNextStep(`${instruction} The buyer can also pay on the page ${url} instead.`, ...tools);
}
