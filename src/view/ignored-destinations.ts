import { warnOfIgnored } from '../domain/checkout/ignored-destinations.js';
import type { CheckoutF } from '../schema/checkout.js';
import { messagesView } from './message-view.js';

/** Adds a message that destinations in the request were ignored; `undefined` if none was. */
export function withIgnoredDestinations(checkout: CheckoutF, destinations: readonly unknown[]): CheckoutF | undefined {
  const warnings = warnOfIgnored(destinations);
  if (warnings.length === 0) return undefined;
  return { ...checkout, messages: [...checkout.messages, ...messagesView(warnings, checkout.context.language)] };
}
