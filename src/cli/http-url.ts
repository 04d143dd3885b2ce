import { parsedUrl } from '../parsed-url.js';
import { CommandError } from './output.js';

/**
 * Parses an http or https URL and removes trailing slashes, so that paths can be appended.
 * @throws CommandError with `refusal` for any other text; the text is not repeated, as it may contain a password
 */
export function httpUrl(text: string, refusal: string): string {
  const url = /^https?:/.test(text) ? parsedUrl(text) : undefined;
  if (!url || url.username || url.password || /[?#]/.test(text))
    throw new CommandError(`${refusal}, without user, query and fragment`);
  return text.replace(/\/+$/, '');
}
