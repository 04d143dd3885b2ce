import type { Checkout } from '../../domain/checkout/checkout.js';
import { ERRORS, type PortalError } from '../../domain/errors/portal-error.js';
import type { PaymentContext } from './cart-context.js';

/** Adds the page where the buyer can pay to a payment error: a buyer may have a card that the agent does not. */
export function withPayLink(context: PaymentContext, checkout: Checkout, error: PortalError): PortalError {
  const row: { readonly fix: string; readonly next?: string } = ERRORS[error.code];
  const { instruction, tools } = error.next ?? {
    instruction: row.fix,
    tools: row.next === undefined ? [] : [row.next],
  };
  const url = context.services.view.links.checkoutUrl(checkout);
  return error.withNextStep(`${instruction} The buyer can also pay on the page ${url} instead.`, ...tools);
}
