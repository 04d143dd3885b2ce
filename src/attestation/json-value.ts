import { AttestationError } from './attestation-error.js';

export interface JsonLimits {
  /** Maximum nesting depth; the value itself is at depth 1. */
  readonly depth: number;
  /** Maximum members of an object, or entries of an array. */
  readonly members: number;
  /** Maximum UTF-16 code units of a string or name. */
  readonly stringLength: number;
}

type Path = readonly (string | number)[];

/**
 * Checks that a value can be signed: it must be I-JSON (RFC 7493) within the limits. Uses iteration, so that deep
 * nesting cannot overflow the stack.
 * @throws AttestationError `invalid_receipt` with the path of the first problem
 */
export function assertJson(value: unknown, limits: JsonLimits): void {
  const waiting: { readonly value: unknown; readonly path: Path; readonly depth: number }[] = [
    { value, path: [], depth: 1 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, depth } = next;
    const inner = childrenOf(next.value, path, limits);
    if (inner === undefined) continue;
    if (depth > limits.depth) throw wrong(path, `must have at most ${limits.depth} levels`);
    for (const [name, child] of inner) waiting.push({ value: child, path: [...path, name], depth: depth + 1 });
  }
}

/** Checks a value, and lists its children if it is an object or array, last first; else returns `undefined`. */
function childrenOf(value: unknown, path: Path, limits: JsonLimits): [string | number, unknown][] | undefined {
  if (typeof value === 'string') assertString(value, path, limits);
  else if (typeof value === 'number') assertNumber(value, path);
  else if (typeof value === 'object' && value !== null) {
    // Serializers call toJSON, and would sign a value other than the checked one.
    if ('toJSON' in value && typeof value.toJSON === 'function')
      throw wrong(path, 'is not a plain value: it has toJSON');
    const entries = Array.isArray(value) ? [...value.entries()] : membersOf(value, path, limits);
    if (entries.length > limits.members) throw wrong(path, `must have at most ${limits.members} members`);
    return entries.reverse();
  } else if (typeof value !== 'boolean' && value !== null) throw wrong(path, 'is not a JSON value');
  return undefined;
}

function membersOf(value: object, path: Path, limits: JsonLimits): [string, unknown][] {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw wrong(path, 'is not a plain object');
  const entries = Object.entries(value);
  for (const [name] of entries) assertString(name, path, limits);
  return entries;
}

function assertString(text: string, path: Path, { stringLength }: JsonLimits): void {
  if (text.length > stringLength) throw wrong(path, `must have strings of at most ${stringLength} characters`);
  if (!text.isWellFormed()) throw wrong(path, 'holds half a surrogate pair');
}

function assertNumber(value: number, path: Path): void {
  if (!Number.isFinite(value)) throw wrong(path, 'must be a number that a double can hold');
}

function wrong(path: Path, what: string): AttestationError {
  return new AttestationError('invalid_receipt', what, path);
}
