import { parsedUrl } from '../parsed-url.js';
import { CommandError } from './output.js';

/**
 * An http or https URL without slashes at its end, so that paths can be added.
 * @throws CommandError with the refusal, for any other text
 */
export function httpUrl(text: string, refusal: string): string {
  if (!/^https?:/.test(text) || parsedUrl(text) === undefined) throw new CommandError(refusal);
  return text.replace(/\/+$/, '');
}
