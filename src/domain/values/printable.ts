/**
 * Escapes control characters and line breaks in untrusted text, since these could move a terminal's cursor or forge a
 * log line.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
