import { PortalError } from '../domain/errors/portal-error.js';
import { changedNumberText, pathOfChangedNumber, pathOfNumber } from './number-path.js';
import { pathText } from './path-text.js';

const WHOLE = /^-?\d+$/;

/**
 * Rejects integers that a double cannot represent: a signer that uses big integers would sign other bytes than the
 * portal verifies (docs/receipts-format.md, Numbers). Parsing loses the difference, so this checks the text, which must
 * be strict JSON.
 * @throws PortalError `invalid_receipt`, or `invalid_request` outside the receipt, naming the path
 */
export function assertExactNumbers(text: string): void {
  // All integers of fewer than sixteen digits are exact.
  if (!/\d{16}/.test(text)) return;
  const path = pathOfNumber(text, (token) => WHOLE.test(token) && !isExact(token));
  if (path) throw inexact(path);
}

/**
 * Creates the error for JSON with a number that a double would change: 2.0000000000000000001 would be read as 2.
 * `around`: path to this JSON within a larger one.
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
  // In a batch, the receipts are entries of a list.
  const member = path[0] === 'receipts' ? path[2] : path[0];
  const code = member === 'receipt' ? 'invalid_receipt' : 'invalid_request';
  return new PortalError(
    code,
    `${pathText(path)}: must be a whole number that a double can hold; send larger ones as text`,
  );
}
