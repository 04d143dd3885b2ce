import { type ErrorCode, PortalError } from '../errors/portal-error.js';
import { type Part, SAID, type Said, type SaidTexts } from '../errors/said.js';
import { displayAmount, displayDay, displayRate } from './display.js';

/** What is said, in a language. `tag`: BCP 47, for amounts, days and rates. */
export function say({ text, parts }: Said, texts: SaidTexts, tag: string): string {
  return texts[text].replace(/\{(\w+)\}/g, (_, name: string) => partText(parts[name] ?? '', texts, tag));
}

function partText(part: Part, texts: SaidTexts, tag: string): string {
  if (typeof part !== 'object') return String(part);
  if ('text' in part) return say(part, texts, tag);
  if ('amount' in part) return displayAmount(part.amount, part.currency, tag);
  return 'day' in part ? displayDay(part.day, tag) : displayRate(part.ppm, tag);
}

export function sayInEnglish(said: Said): string {
  return say(said, SAID, 'en');
}

/** A refusal that callers read in their language; its `detail` is English. */
export function refused(code: ErrorCode, ...says: readonly Said[]): PortalError {
  return new PortalError(code, says.map(sayInEnglish).join(' ')).saying(says);
}
