import { isUtf8 } from 'node:buffer';
import { PortalError } from '../domain/errors/portal-error.js';

/** Maximum nesting of arrays and objects. */
const MAX_DEPTH = 64;

/**
 * Parses request bodies (docs/api.md, HTTP): strict JSON in UTF-8. Parsers differ in how they read a BOM, a duplicate
 * member, or a lone surrogate; here each is an error.
 * @throws PortalError `invalid_json`
 */
export function parseStrictJson(bytes: Buffer, what = 'The body'): unknown {
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof NotStrict)
      throw new PortalError('invalid_json', `${what} must be strict JSON; ${error.message}.`);
    throw error;
  }
}

class NotStrict extends Error {}

function parse(bytes: Buffer): unknown {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw invalid('it starts with a byte order mark');
  if (!isUtf8(bytes)) throw invalid('it is not UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('it is not well-formed');
  }
  scan(text);
  return value;
}

function invalid(why: string): NotStrict {
  return new NotStrict(why);
}

interface Frame {
  /** Names seen so far in an object; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** True if the next string is a member name. */
  nameNext: boolean;
}

/**
 * Checks text that JSON.parse has accepted for duplicate names, lone surrogates and depth. No library was found that
 * rejects a name that appears twice with the same value.
 */
function scan(text: string): void {
  const stack: Frame[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const top = stack.at(-1);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      checkString(text.slice(at, end + 1), top);
      at = end;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (stack.length === MAX_DEPTH) throw invalid(`it is nested deeper than ${MAX_DEPTH}`);
      const isObject = char === OPEN_BRACE;
      stack.push({ names: isObject ? new Set() : undefined, nameNext: isObject });
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      stack.pop();
    } else if (char === COMMA && top?.names) {
      top.nameNext = true;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
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
