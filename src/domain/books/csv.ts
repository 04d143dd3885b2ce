/** A cell of a table: text, a whole number, or an amount. */
export type Cell = string | number | Amount | undefined;

/** Minor units, with the number of decimals of their currency. */
export interface Amount {
  readonly minor: number;
  readonly decimals: number;
}

/** A line of RFC 4180, with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return decimalText(cell);
  return quoted(harmless(cell));
}

/** Exact, with a point: `19.90`. */
export function decimalText({ minor, decimals }: Amount): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/**
 * Spreadsheets run a text that begins like this as a formula, and a buyer may have written it; so does what comes after a sign
 * that separates cells in other countries. An apostrophe makes it text.
 */
function harmless(text: string): string {
  const cells = text.replace(/(^|[;,\t\r\n"])(?=[=+\-@])/g, "$1'");
  return /^[\t\r]/.test(cells) ? `'${cells}` : cells;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
