import { messageText } from '../domain/errors/message-text.js';
import { formatText } from '../domain/values/format-text.js';
import type { CheckoutF } from '../schema/checkout.js';
import { localeOf } from '../texts/locale.js';

/**
 * Adds to one response that further destinations were ignored, so that an agent does not promise a buyer two. Nothing of
 * them is stored, so later responses do not repeat it.
 */
export function withIgnoredDestinations(checkout: CheckoutF): CheckoutF {
  const { texts, tag } = localeOf(undefined, checkout.context.language);
  const content = formatText(messageText('one_destination'), texts.said, tag);
  const message = { type: 'warning' as const, code: 'destination_ignored', content, path: '$.fulfillment' };
  return { ...checkout, messages: [...checkout.messages, message] };
}
