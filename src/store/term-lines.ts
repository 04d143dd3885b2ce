/** The words of an order as one text, each on a line of its own between two line feeds: so a word is found by `instr`. */
export function asLines(terms: readonly string[]): string {
  return `\n${terms.join('\n')}\n`;
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((term) => term !== '');
}
