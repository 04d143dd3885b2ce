const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** True for a GTIN-8, -12 (UPC), -13 (EAN) or -14 with a valid check digit (GS1 General Specifications, 7.9). */
export function isGtin(text: string): boolean {
  if (!LENGTHS.has(text.length) || /\D/.test(text)) return false;
  // From the right, digits are multiplied by 1 and 3 in turn; the check digit makes the sum a multiple of 10.
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
