/** Up to this length, a double changes no number without an exponent. */
const SAFE_LENGTH = 15;

/**
 * True if a double does not change the number: the double's shortest text is the same decimal. This is true for 0.10,
 * and false for 2.0000000000000000001, which is read as 2. `token`: a number in JSON's grammar.
 */
export function isKept(token: string): boolean {
  if (token.length <= SAFE_LENGTH && !/e/i.test(token)) return true;
  const value = Number(token);
  return Number.isFinite(value) && isSameDecimal(decimalOf(token), decimalOf(String(value)));
}

/** A decimal number as its significant digits and the exponent of the last digit. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(token: string): Decimal {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? mantissa.slice(1) : mantissa).split('.');
  const all = whole + fraction;
  // A regular expression for trailing zeros would take quadratic time for many zeros, so loops are used.
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  return {
    isNegative,
    digits: all.slice(start, end),
    exponent: Number(exponent) - fraction.length + all.length - end,
  };
}

function isSameDecimal(a: Decimal, b: Decimal): boolean {
  if (a.digits === '' || b.digits === '') return a.digits === b.digits;
  return a.isNegative === b.isNegative && a.digits === b.digits && a.exponent === b.exponent;
}
