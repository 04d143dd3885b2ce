import { PortalError } from '../domain/errors/portal-error.js';
import { changedNumberText, pathOfChangedNumber, pathOfNumber } from './number-path.js';
import { pathText } from './path-text.js';

const WHOLE = /^-?\d+$/;

/**
 * Rejects whole numbers that a double cannot hold: a signer with big integers would sign different bytes from those
 * that the portal verifies (docs/receipts-format.md, Numbers). Parsing rounds such numbers, so this reads the text,
 * which must already be strict JSON.
 * @throws PortalError `invalid_receipt`, or `invalid_request` outside the receipt, naming the path
 */
export function assertExactNumbers(text: string): void {
  // Every whole number below sixteen digits is exact.
  if (!/\d{16}/.test(text)) return;
  const path = pathOfNumber(text, (token) => WHOLE.test(token) && !isExact(token));
  if (path) throw inexact(path);
}

/**
 * Error for a JSON text with a number that a double does not hold as it was written. It would be read as another one:
 * 2.0000000000000000001 as 2. `around`: path to this text inside a larger JSON text.
 */
export function changedNumber(text: string, what: string, around: readonly (string | number)[] = []): PortalError {
  const path = [...around, ...(pathOfChangedNumber(text) ?? [])];
  return new PortalError('invalid_request', changedNumberText(path, what));
}

function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && BigInt(token) === BigInt(value);
}

function inexact(path: readonly (string | number)[]): PortalError {
  // In a batch the receipts are entries of a list.
  const member = path[0] === 'receipts' ? path[2] : path[0];
  const code = member === 'receipt' ? 'invalid_receipt' : 'invalid_request';
  return new PortalError(
    code,
    `${pathText(path)}: must be a whole number that a double can hold; send larger ones as text`,
  );
}
