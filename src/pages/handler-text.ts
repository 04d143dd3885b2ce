import type { Texts } from '../texts/texts.js';

/** A payment handler's text: the portal's own handlers in the reader's language, others unchanged. */
export function handlerText(text: string, { handlers }: Texts): string {
  return isKnown(text, handlers) ? handlers[text] : text;
}

function isKnown(text: string, handlers: Texts['handlers']): text is keyof Texts['handlers'] {
  return Object.hasOwn(handlers, text);
}
