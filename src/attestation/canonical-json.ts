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
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === 'object') return objectText(value);
  throw new AttestationError('invalid_receipt', 'it is not a JSON value');
}

function arrayText(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += text === '' ? canonicalText(value) : `,${canonicalText(value)}`;
  return `[${text}]`;
}

function objectText(value: object): string {
  let text = '';
  for (const name of sortedNames(value)) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}:${canonicalText(member)}`;
  }
  return `{${text}}`;
}

/** Number of names up to which an insertion sort is faster than `sort`, which also allocates memory. */
const FEW_NAMES = 16;

/** Sorts the names of an object by UTF-16 code units, in the order of `>` and of `sort` without a comparator. */
function sortedNames(value: object): string[] {
  const names = Object.keys(value);
  if (names.length > FEW_NAMES) return names.sort();
  names.forEach((name, index) => {
    let place = index;
    for (let left = names[place - 1]; left !== undefined && left > name; left = names[place - 1]) {
      names[place] = left;
      place -= 1;
    }
    names[place] = name;
  });
  return names;
}

/** Printable ASCII that JSON does not escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** ECMAScript quotes strings as RFC 8785 does, except halves of surrogate pairs, which it escapes. */
function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new AttestationError('invalid_receipt', 'it holds half a surrogate pair');
  return JSON.stringify(text);
}
