/** Words of an order as one text, each between two line feeds, so that `instr` finds whole words. */
export function joinTerms(terms: readonly string[]): string {
  return `\n${terms.join('\n')}\n`;
}

export function splitTerms(text: string): string[] {
  return text.split('\n').filter((term) => term !== '');
}
