import type { Checkout } from '../../domain/checkout/checkout.js';
import { messageText } from '../../domain/errors/message-text.js';
import { nextStepOf, type PortalError } from '../../domain/errors/portal-error.js';
import { localizedError } from '../../domain/values/format-text.js';
import type { PaymentContext } from './cart-context.js';

/**
 * Adds to a payment error the link to the page where the buyer can pay, since the buyer may have a card that the agent
 * does not have. The error about a direct checkout also names the checkout, which the caller cannot know otherwise.
 */
export function withPayLink(context: PaymentContext, checkout: Checkout, error: PortalError): PortalError {
  const { instruction, tools } = error.next ?? nextStepOf(error.code);
  const url = buildContinueUrl(context, checkout);
  const link = instruction.includes(url) ? '' : ` The buyer can also pay on the page ${url} instead.`;
  if (!checkout.direct) return error.withNextStep(`${instruction}${link}`, ...tools);
  const kept = messageText('kept_as', { checkout: checkout.id });
  const named = error.texts ? localizedError(error.code, ...error.texts, kept) : error;
  const pass = ` Pass checkout_id "${checkout.id}" for that: it is not the current cart.`;
  return named.withNextStep(`${instruction}${pass}${link}`, ...tools);
}

/** A direct checkout is stored together with the error that has its link, so the link is that of a stored checkout. */
export function buildContinueUrl({ services }: PaymentContext, checkout: Checkout): string {
  return services.view.links.checkoutUrl(checkout.direct ? { ...checkout, version: checkout.version || 1 } : checkout);
}
