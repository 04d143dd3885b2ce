import type { Message } from '../domain/checkout/message.js';
import { formatText } from '../domain/values/format-text.js';
import type { CheckoutF } from '../schema/checkout.js';
import { findLocale } from '../texts/locale.js';

/** A message of a checkout or of a single response. */
type ShownMessage = Omit<Message, 'code'> & { readonly code: string };

/** Messages in the reader's language, or in English if that is not supported. `language` is a BCP 47 tag. */
export function messagesView(messages: readonly ShownMessage[], language: string): CheckoutF['messages'] {
  const { texts, tag } = findLocale(undefined, language);
  return messages.map(({ type, code, text, path, severity }) => ({
    type,
    code,
    content: formatText(text, texts.said, tag),
    path,
    ...(severity && { severity }),
  }));
}
