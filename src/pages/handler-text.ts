import type { Texts } from '../texts/texts.js';

/** Translates the texts of the portal's own payment handlers into the reader's language; other texts stay unchanged. */
export function handlerText(text: string, { handlers }: Texts): string {
  return isKnown(text, handlers) ? handlers[text] : text;
}

function isKnown(text: string, handlers: Texts['handlers']): text is keyof Texts['handlers'] {
  return Object.hasOwn(handlers, text);
}
