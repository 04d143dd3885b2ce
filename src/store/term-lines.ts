/** Words of an order as one text, each between two line feeds, so that `instr` finds whole words. */
export function asLines(terms: readonly string[]): string {
  return `\n${terms.join('\n')}\n`;
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((term) => term !== '');
}
