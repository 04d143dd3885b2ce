/** Text of unknown origin on one line: a control character in it would move the cursor of a terminal, or begin a line of its own. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
