/** The one character that PostgreSQL cannot hold. */
const NUL = '\u0000';

/** Texts that a column can have; whoever looks for another finds nothing. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL);
}

/** An array of texts as the server reads it. */
export function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
