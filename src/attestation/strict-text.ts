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
} from './json-characters.js';

/** Strict JSON (RFC 7493) from text: the part that needs no Node features, so that browsers verify in the same way. */

/** Maximum nesting of arrays and objects. */
const MAX_DEPTH = 64;

/** Thrown for text that is not strict JSON. The message is a clause that gives the reason. */
export class NotStrict extends Error {}

/** Result of parsing. */
export interface StrictText {
  readonly value: unknown;
  /** The first number that did not pass `keeps`, as written; `undefined` if all passed. */
  readonly rejectedNumber: string | undefined;
}

/**
 * Parses strict JSON. Numbers that a parser may read differently are the caller's to judge: `keeps` gets each one as
 * written. `depth`: number of arrays and objects around the text.
 * @throws NotStrict for malformed text, a duplicate member, a lone surrogate, or more than 64 levels
 */
export function parseStrictText(text: string, keeps: (number: string) => boolean, depth = 0): StrictText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotStrict('it is not well-formed');
  }
  return { value, rejectedNumber: scan(text, keeps, MAX_DEPTH - depth) };
}

interface Frame {
  /** Member names read so far in an object; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** True if the next string is a member name. */
  nameNext: boolean;
}

/**
 * Checks a text, which JSON.parse has accepted, for duplicate names, lone surrogates and depth. No available library
 * rejects a name that appears twice with the same value. Returns the first number that `keeps` rejects.
 */
function scan(text: string, keeps: (number: string) => boolean, maxDepth: number): string | undefined {
  const stack: Frame[] = [];
  let rejected: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const top = stack.at(-1);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      checkString(text.slice(at, end + 1), top);
      at = end;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (stack.length === maxDepth) throw new NotStrict(`it is nested deeper than ${MAX_DEPTH}`);
      const isObject = char === OPEN_BRACE;
      stack.push({ names: isObject ? new Set() : undefined, nameNext: isObject });
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      stack.pop();
    } else if (char === COMMA && top?.names) {
      top.nameNext = true;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, at);
      const token = text.slice(at, end);
      if (rejected === undefined && !keeps(token)) rejected = token;
      at = end - 1;
    }
  }
  return rejected;
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
  if (escaped && !String(JSON.parse(literal)).isWellFormed())
    throw new NotStrict('a string holds half a surrogate pair');
  if (!frame?.names || !frame.nameNext) return;
  const name = escaped ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (frame.names.has(name)) throw new NotStrict('a member appears twice');
  frame.names.add(name);
  frame.nameNext = false;
}
