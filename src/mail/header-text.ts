/** Longest display name or subject. Characters. */
const MAX_LENGTH = 150;

/**
 * Makes a text safe for a header: one line, without control characters and without invisible ones, such as those that
 * reverse the direction of the text.
 */
export function headerText(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, MAX_LENGTH).join('');
}
