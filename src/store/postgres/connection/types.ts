import { types } from 'pg';

/** OID of the 64-bit integer type. */
const INT8 = 20;

/**
 * Parses 64-bit integers as numbers: the values in every column of this program fit.
 * @throws Error for a value that would lose digits
 */
function parseExactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error(`${text} in the database is no whole number that can be kept exactly`);
  return value;
}

/** Parsers for values that the server returns. */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    return oid === INT8 && format !== 'binary' ? parseExactInteger : types.getTypeParser(oid, 'text');
  },
};
