import type { Texts } from '../texts/texts.js';

/** What a payment handler calls something: those of the portal in the reader's language, others as they say it. */
export function handlerText(text: string, { handlers }: Texts): string {
  return isKnown(text, handlers) ? handlers[text] : text;
}

function isKnown(text: string, handlers: Texts['handlers']): text is keyof Texts['handlers'] {
  return Object.hasOwn(handlers, text);
}
