import { types } from 'pg';

/** The type of whole numbers of 64 bits. */
const INT8 = 20;

/**
 * Numbers of 64 bits as numbers: every column of this program holds what fits.
 * @throws Error for one that would lose digits
 */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error(`${text} in the database is no whole number that can be kept exactly`);
  return value;
}

/** How values of the server are read. */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    return oid === INT8 && format !== 'binary' ? exactNumber : types.getTypeParser(oid, 'text');
  },
};
