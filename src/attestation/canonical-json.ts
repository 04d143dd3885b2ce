import canonicalize from 'canonicalize';
import { AttestationError } from './attestation-error.js';
import { assertJson, type JsonLimits } from './json-value.js';

/** Limits only the depth, to far less than would overflow the stack. */
const ANY: JsonLimits = { depth: 1000, members: Number.MAX_SAFE_INTEGER, stringLength: Number.MAX_SAFE_INTEGER };

/**
 * Converts a value to canonical JSON (RFC 8785, JCS): members sorted by UTF-16 code units, numbers and strings as in
 * ECMAScript, no white space. Unicode is not normalized.
 * @throws AttestationError `invalid_receipt` for values outside JSON: NaN, lone surrogates, undefined, a Date
 */
export function canonicalJson(value: unknown): string {
  assertJson(value, ANY);
  return canonicalText(value);
}

/** Like `canonicalJson`, for a value that `assertJson` has already checked. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new AttestationError('invalid_receipt', 'it is not a JSON value');
  return text;
}
