/** The only character that PostgreSQL cannot store. */
const NUL = '\u0000';

/** True if a column can hold the text; a search for any other text finds nothing. */
export function isStorable(text: string): boolean {
  return !text.includes(NUL);
}

/** Formats an array of texts for the server. */
export function toArrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
