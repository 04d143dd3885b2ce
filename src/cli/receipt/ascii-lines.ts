/**
 * Joins lines with texts that others wrote. All but ASCII is escaped, as by verify.py, so that no text adds a line, moves
 * the cursor or reverses what follows.
 */
export function asciiLines(lines: readonly string[]): string {
  return lines.map(escapeLine).join('\n');
}

function escapeLine(line: string): string {
  return line.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
