/** Joins the search terms of an order into one text, each between line feeds, so that `instr` finds whole terms. */
export function joinTerms(terms: readonly string[]): string {
  return `\n${terms.join('\n')}\n`;
}

export function splitTerms(text: string): string[] {
  return text.split('\n').filter((term) => term !== '');
}
