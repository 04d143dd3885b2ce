import { AttestationError } from './attestation-error.js';
import { fromUtf8 } from './bytes.js';
import { isJsonObject } from './json-object.js';
import { NotStrict, parseStrictText } from './strict-text.js';

/**
 * Parses the text of a bundle as strict JSON, so that verifiers in all languages read the same values: UTF-8 without a
 * byte order mark, no duplicate members, no lone surrogates, at most 64 levels, and no number that a double cannot
 * hold. The response of a portal, which has the bundle in `data`, may be passed too.
 * @throws AttestationError `invalid_bundle`
 */
export function parseBundle(source: string | Uint8Array): unknown {
  const value = parseStrict(source);
  const isAnswer = isJsonObject(value) && 'data' in value && !('bundle' in value);
  return isAnswer ? value.data : value;
}

function parseStrict(source: string | Uint8Array): unknown {
  try {
    const { value, rejectedNumber } = parseStrictText(textOf(source), isHeld);
    if (rejectedNumber === undefined) return value;
    throw new NotStrict(`a double cannot hold the number ${rejectedNumber.slice(0, MAX_SHOWN)}`);
  } catch (error) {
    if (error instanceof NotStrict)
      throw new AttestationError('invalid_bundle', `is not strict JSON; ${error.message}`);
    throw error;
  }
}

/** Maximum characters of a number in an error. */
const MAX_SHOWN = 40;
const WHOLE = /^-?\d+$/;
/** Integers of at most 15 digits are exact; one of more than 310 is beyond every double. */
const [EXACT_LENGTH, FINITE_LENGTH] = [15, 310];

/**
 * True if a double holds the number: as a finite value, and exactly if it is written as an integer. JavaScript also
 * writes large doubles as integers, with zeros instead of the digits that a reader does not need.
 */
function isHeld(token: string): boolean {
  if (token.length <= EXACT_LENGTH && !/e/i.test(token)) return true;
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  if (!WHOLE.test(token) || String(value) === token) return true;
  return token.length <= FINITE_LENGTH && BigInt(token) === BigInt(value);
}

function textOf(source: string | Uint8Array): string {
  if (typeof source === 'string') return source;
  try {
    return fromUtf8(source);
  } catch {
    throw new NotStrict('it is not UTF-8');
  }
}
