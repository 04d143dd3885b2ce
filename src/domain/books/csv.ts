/** A table cell: text, a whole number, an amount, or nothing. */
export type Cell = string | number | Amount | undefined;

/** An amount in minor units, with its currency's number of decimals. */
export interface Amount {
  readonly minor: number;
  readonly decimals: number;
}

/** Formats an RFC 4180 record, including its line ending. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return decimalText(cell);
  return quoted(harmless(cell));
}

/** Formats an amount as exact decimal text: `19.90`. */
export function decimalText({ minor, decimals }: Amount): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula, since buyers may have written it. This
 * includes text that begins with a full-width sign, and text after a separator that other locales use.
 */
function harmless(text: string): string {
  const cells = text.replace(/(^|[;,\t\r\n"])(?=[=+\-@＝＋－＠])/g, "$1'");
  return /^[\t\r]/.test(cells) ? `'${cells}` : cells;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
