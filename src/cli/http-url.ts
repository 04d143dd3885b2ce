import { parsedUrl } from '../parsed-url.js';
import { CommandError } from './output.js';

/**
 * An http or https URL without slashes at its end, so that paths can be added.
 * @throws CommandError with the refusal, for any other text; it does not repeat the text, which may hold a password
 */
export function httpUrl(text: string, refusal: string): string {
  const url = /^https?:/.test(text) ? parsedUrl(text) : undefined;
  if (!url || url.username || url.password || /[?#]/.test(text))
    throw new CommandError(`${refusal}, without user, query and fragment`);
  return text.replace(/\/+$/, '');
}
