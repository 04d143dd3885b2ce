import { isUtf8 } from 'node:buffer';
import { NotStrict, parseStrictText as parseText } from '../attestation/strict-text.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { changedNumber } from './exact-numbers.js';
import { isKept } from './number-text.js';

export interface Strictness {
  /** Subject of the error text; defaults to `The body`. */
  readonly what?: string;
  /** True to accept numbers that a double would change, for callers that check numbers separately. */
  readonly anyNumber?: boolean;
}

/**
 * Parses request bodies (docs/api.md, HTTP), which must be strict JSON in UTF-8. Parsers interpret a BOM, a duplicate
 * member, a lone surrogate or a number with too many digits differently, so each of these is an error.
 * @throws PortalError `invalid_json`; `invalid_request` for a number that a double would change
 */
export function parseStrictJson(bytes: Buffer, strictness: Strictness = {}): unknown {
  try {
    const text = readStrictText(bytes);
    const { value, hasChangedNumber } = parseStrictText(text);
    if (hasChangedNumber && !strictness.anyNumber) throw changedNumber(text, strictness.what ?? BODY);
    return value;
  } catch (error) {
    throw toCallerError(error, strictness);
  }
}

const BODY = 'The body';

/**
 * Converts the error for a text that is not strict JSON to an error for the caller. Other errors are returned
 * unchanged.
 */
export function toCallerError(error: unknown, { what = BODY }: Strictness): unknown {
  if (!(error instanceof NotStrict)) return error;
  return new PortalError('invalid_json', `${what} must be strict JSON; ${error.message}.`);
}

/**
 * Decodes UTF-8 without a byte order mark.
 * @throws NotStrict
 */
export function readStrictText(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw invalid('it starts with a byte order mark');
  if (!isUtf8(bytes)) throw invalid('it is not UTF-8');
  return bytes.toString('utf8');
}

/**
 * Parses strict JSON. `depth`: number of arrays and objects around the text.
 * @throws NotStrict
 */
export function parseStrictText(
  text: string,
  depth = 0,
): { readonly value: unknown; readonly hasChangedNumber: boolean } {
  const { value, rejectedNumber } = parseText(text, isKept, depth);
  return { value, hasChangedNumber: rejectedNumber !== undefined };
}

function invalid(why: string): NotStrict {
  return new NotStrict(why);
}
