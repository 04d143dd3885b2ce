import type { Checkout } from '../../domain/checkout/checkout.js';
import { messageText } from '../../domain/errors/message-text.js';
import { nextStepOf, PortalError } from '../../domain/errors/portal-error.js';
import { formatInEnglish, localizedError } from '../../domain/values/format-text.js';
import type { PaymentContext } from './cart-context.js';

/**
 * Adds to an error about a stored checkout the link to the page where the buyer can pay, since the buyer may have a card
 * that the agent does not have. The error about a direct checkout also names the checkout.
 */
export function withPayLink(context: PaymentContext, checkout: Checkout, error: PortalError): PortalError {
  const named = checkout.direct ? withKeptId(checkout, error) : error;
  const { instruction, tools } = named.next ?? nextStepOf(named.code);
  const url = buildContinueUrl(context, checkout);
  const link = instruction.includes(url) ? '' : ` The buyer can also pay on the page ${url} instead.`;
  return named.withNextStep(`${instruction}${link}`, ...tools);
}

/** Names the checkout that keeps a purchase, since the caller cannot know it otherwise. */
function withKeptId({ id }: Checkout, { code, detail, texts, next }: PortalError): PortalError {
  const kept = messageText('kept_as', { checkout: id });
  const named = texts
    ? localizedError(code, ...texts, kept)
    : new PortalError(code, `${detail}. ${formatInEnglish(kept)}`);
  const { instruction, tools } = next ?? nextStepOf(code);
  return named.withNextStep(`${instruction} The checkout_id is "${id}"; it is not the current cart.`, ...tools);
}

/** A direct checkout is stored together with the error that has its link, so the link is that of a stored checkout. */
export function buildContinueUrl({ services }: PaymentContext, checkout: Checkout): string {
  return services.view.links.checkoutUrl(checkout.direct ? { ...checkout, version: checkout.version || 1 } : checkout);
}
