import { MESSAGE_TEXTS, type MessageText, type MessageTexts, type Part } from '../errors/message-text.js';
import { type ErrorCode, PortalError } from '../errors/portal-error.js';
import { displayAmount, displayDay, displayRate } from './display.js';

/** Renders a text in a language. `tag`: BCP 47 tag for formatting amounts, days and rates. */
export function formatText({ text, parts }: MessageText, texts: MessageTexts, tag: string): string {
  return texts[text].replace(/\{(\w+)\}/g, (_, name: string) => partText(parts[name] ?? '', texts, tag));
}

function partText(part: Part, texts: MessageTexts, tag: string): string {
  if (typeof part !== 'object') return String(part);
  if ('text' in part) return formatText(part, texts, tag);
  if ('amount' in part) return displayAmount(part.amount, part.currency, tag);
  return 'day' in part ? displayDay(part.day, tag) : displayRate(part.ppm, tag);
}

export function formatInEnglish(said: MessageText): string {
  return formatText(said, MESSAGE_TEXTS, 'en');
}

/** Creates an error that callers can read in their language; `detail` is in English. */
export function localizedError(code: ErrorCode, ...texts: readonly MessageText[]): PortalError {
  return new PortalError(code, texts.map(formatInEnglish).join(' ')).withTexts(texts);
}
