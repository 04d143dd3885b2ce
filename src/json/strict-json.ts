import { isUtf8 } from 'node:buffer';
import { PortalError } from '../domain/errors/portal-error.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  endOfString,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  ZERO,
} from './characters.js';
import { changedNumber } from './exact-numbers.js';
import { isKept } from './number-text.js';

/** Maximum nesting of arrays and objects. */
const MAX_DEPTH = 64;

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

class NotStrict extends Error {}

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('it is not well-formed');
  }
  return { value, hasChangedNumber: scan(text, MAX_DEPTH - depth) };
}

function invalid(why: string): NotStrict {
  return new NotStrict(why);
}

interface Frame {
  /** Member names read so far in an object; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** True if the next string is a member name. */
  nameNext: boolean;
}

/**
 * Checks a text, which JSON.parse has accepted, for duplicate names, lone surrogates and depth. No available library
 * rejects a name that appears twice with the same value. Returns true if it contains a number that a double would
 * change.
 */
function scan(text: string, maxDepth: number): boolean {
  const stack: Frame[] = [];
  let hasChangedNumber = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const top = stack.at(-1);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      checkString(text.slice(at, end + 1), top);
      at = end;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (stack.length === maxDepth) throw invalid(`it is nested deeper than ${MAX_DEPTH}`);
      const isObject = char === OPEN_BRACE;
      stack.push({ names: isObject ? new Set() : undefined, nameNext: isObject });
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      stack.pop();
    } else if (char === COMMA && top?.names) {
      top.nameNext = true;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, at);
      hasChangedNumber ||= !isKept(text.slice(at, end));
      at = end - 1;
    }
  }
  return hasChangedNumber;
}

/** Returns the index after a number, which ends at white space, `,`, `]`, `}` or the end of the text. */
function endOfNumber(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char <= SPACE || char === COMMA || char === CLOSE_BRACE || char === CLOSE_BRACKET) return at;
  }
  return text.length;
}

function checkString(literal: string, frame: Frame | undefined): void {
  // UTF-8 cannot encode a lone surrogate, so only an escape can produce one.
  const escaped = literal.includes('\\');
  if (escaped && !String(JSON.parse(literal)).isWellFormed()) throw invalid('a string holds half a surrogate pair');
  if (!frame?.names || !frame.nameNext) return;
  const name = escaped ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (frame.names.has(name)) throw invalid('a member appears twice');
  frame.names.add(name);
  frame.nameNext = false;
}
