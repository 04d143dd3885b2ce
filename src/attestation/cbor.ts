import { concatBytes } from '@noble/hashes/utils.js';
import { utf8 } from './bytes.js';

/**
 * Deterministic CBOR (RFC 8949), limited to the values in COSE receipts. Only encoding is needed, since readers use a
 * CBOR library.
 */
export type Cbor = number | string | Uint8Array | null | readonly Cbor[] | ReadonlyMap<number | string, Cbor> | CborTag;

/** A tagged value (RFC 8949, 3.4). */
export class CborTag {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

/** Major types of RFC 8949, section 3.1. */
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;
const NULL = Uint8Array.of(0xf6);

/**
 * Encodes a value.
 * @throws RangeError for numbers that are not integers or are beyond 2^53
 */
export function cborBytes(value: Cbor): Uint8Array {
  if (value === null) return NULL;
  if (typeof value === 'number') return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
  if (typeof value === 'string') return prefixed(MAJOR.text, utf8(value));
  if (value instanceof Uint8Array) return prefixed(MAJOR.bytes, value);
  if (value instanceof CborTag) return concatBytes(head(MAJOR.tag, value.tag), cborBytes(value.value));
  if (value instanceof Map) return mapBytes(value);
  if (Array.isArray(value)) return concatBytes(head(MAJOR.array, value.length), ...value.map(cborBytes));
  throw new TypeError('the value has no CBOR form here');
}

/** Encodes members in the byte order of their encoded names (RFC 8949, 4.2.1). */
function mapBytes(map: ReadonlyMap<number | string, Cbor>): Uint8Array {
  const members = [...map].map(([name, value]) => ({ name: cborBytes(name), value: cborBytes(value) }));
  members.sort((a, b) => compareBytes(a.name, b.name));
  return concatBytes(head(MAJOR.map, members.length), ...members.flatMap(({ name, value }) => [name, value]));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

function prefixed(major: number, bytes: Uint8Array): Uint8Array {
  return concatBytes(head(major, bytes.length), bytes);
}

/** Encodes a major type and number in the fewest bytes. */
function head(major: number, value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} has no CBOR form here`);
  if (value < 24) return Uint8Array.of((major << 5) | value);
  const exponent = [8, 16, 32, 64].findIndex((bits) => value < 2 ** bits);
  const bytes = new Uint8Array(1 + 2 ** exponent);
  bytes[0] = (major << 5) | (24 + exponent);
  for (let at = bytes.length - 1, rest = value; at > 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}
