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
  for (const { name, label } of canonicalMembers(Object.keys(value))) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) text += text === '' ? label + canonicalText(member) : `,${label}${canonicalText(member)}`;
  }
  return `{${text}}`;
}

interface CanonicalMember {
  readonly name: string;
  /** The quoted name and the colon. */
  readonly label: string;
}

/** A node of a tree. The path to it is a list of names, in the order of an object's members. */
interface NameList {
  readonly next: Map<string, NameList>;
  /** The names in canonical order, once an object had exactly these. */
  members: readonly CanonicalMember[] | undefined;
}

/** Maximum number of nodes, since others may choose the names; beyond it, the tree is emptied. */
const MAX_NODES = 2_000;
/** Maximum number of names in a list. Each node keeps its whole list, so memory grows with its square. */
const MAX_NAMES = 64;
/** Maximum length of a name in the tree. UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

let nameLists = emptyNode();
let nodes = 0;

/** Sorts the names of an object by UTF-16 code units. Most objects have the names of an earlier one, in the same order. */
function canonicalMembers(names: readonly string[]): readonly CanonicalMember[] {
  if (names.length > MAX_NAMES) return sortMembers(names);
  let list = nameLists;
  for (const name of names) {
    let next = list.next.get(name);
    if (!next) {
      if (name.length > MAX_NAME_LENGTH) return sortMembers(names);
      next = addNode(list, name);
    }
    list = next;
  }
  list.members ??= sortMembers(names);
  return list.members;
}

function addNode(list: NameList, name: string): NameList {
  if (nodes >= MAX_NODES) {
    nameLists = emptyNode();
    nodes = 0;
  }
  nodes += 1;
  const added = emptyNode();
  list.next.set(name, added);
  return added;
}

function emptyNode(): NameList {
  return { next: new Map(), members: undefined };
}

function sortMembers(names: readonly string[]): CanonicalMember[] {
  return names.toSorted().map((name) => ({ name, label: `${quoted(name)}:` }));
}

/** Printable ASCII that JSON does not escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** ECMAScript quotes strings as RFC 8785 does, except halves of surrogate pairs, which it escapes. */
function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new AttestationError('invalid_receipt', 'it holds half a surrogate pair');
  return JSON.stringify(text);
}
