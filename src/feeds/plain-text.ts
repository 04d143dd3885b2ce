import { decodeHTML, decodeHTMLStrict } from 'entities';
import { withoutControls } from '../domain/values/text.js';

/** Converts texts of other systems to plain text. */

/** Converts a text that is not HTML, although many feeds escape it as if it were. */
export function plainText(text: string): string {
  return readable(decodeHTMLStrict(text));
}

/** Converts an HTML description to plain text, with its paragraphs and line breaks. */
export function htmlText(html: string): string {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  return readable(decodeHTML(text))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function readable(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ')).trim();
}
