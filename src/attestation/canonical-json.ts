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

/**
 * Like `canonicalJson`, for a value that is known to be JSON. Absent members may also be `undefined`.
 * @throws AttestationError `invalid_receipt` for half a surrogate pair, or a number that is not finite
 */
export function canonicalText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'object') return objectText(value);
  throw new AttestationError('invalid_receipt', 'it is not a JSON value');
}

function objectText(value: object): string {
  let text = '{';
  // Without a comparator, `sort` orders by UTF-16 code units, as RFC 8785 does.
  for (const name of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, name);
    if (member === undefined) continue;
    text += `${text === '{' ? '' : ','}${quoted(name)}:${canonicalText(member)}`;
  }
  return `${text}}`;
}

/** ECMAScript quotes strings as RFC 8785 does, except halves of surrogate pairs, which it escapes. */
function quoted(text: string): string {
  if (!text.isWellFormed()) throw new AttestationError('invalid_receipt', 'it holds half a surrogate pair');
  return JSON.stringify(text);
}
