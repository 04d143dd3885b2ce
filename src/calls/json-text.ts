import { once } from '../domain/values/once.js';
import type { Slicing } from '../json/sliced-json.js';

const cached = new WeakMap<object, string>();

/** Texts of the bodies of `bodyOfOne` and `bodyOfList`. */
const joined = new WeakMap<object, { readonly bytes: () => string; readonly isList: boolean }>();

/**
 * Returns the JSON text of a body in UTF-8, as a string with one character per byte, which Node writes faster than any
 * other string. Uses the cached text, or the cached texts of its parts, if there are any.
 */
export function toJsonBytes(body: unknown): string {
  const known = typeof body === 'object' && body !== null ? knownBytes(body) : undefined;
  return known ?? encode(JSON.stringify(body));
}

function knownBytes(body: object): string | undefined {
  return SharingBody.bytesOf(body) ?? cached.get(body) ?? joined.get(body)?.bytes();
}

/** A body whose `data` has the members of two objects. Its text uses the cached text of the second one. */
class SharingBody<Own extends object, Shared extends object> {
  readonly data: Own & Shared;
  // Private to the object itself, so that no copy of the body has its text.
  readonly #own: Own;
  readonly #shared: Shared;

  constructor(own: Own, shared: Shared) {
    this.data = Object.assign({}, own, shared);
    this.#own = own;
    this.#shared = shared;
  }

  static bytesOf(body: object): string | undefined {
    if (!(#own in body)) return undefined;
    return `{"data":${withMembers(encode(JSON.stringify(body.#own)).slice(0, -1), body.#shared)}}`;
  }
}

/**
 * Makes a body whose `data` has the members of both objects. `own` must have a member. `shared` is the same object in
 * many bodies; with `cacheJson`, its text is made once.
 */
export function bodySharing<Own extends object, Shared extends object>(
  own: Own,
  shared: Shared,
): { readonly data: Own & Shared } {
  return new SharingBody(own, shared);
}

/**
 * Makes a body whose `data` is an object with a cached text. The object itself is only made for those who read it.
 * `bytes` returns its text as `toJsonBytes` does; it must have a member. `more`: further members of `data`.
 */
export function bodyOfOne<Data extends object, More extends object>(
  bytes: () => string,
  make: () => Data,
  more: More,
): { readonly data: Data & More } {
  const data = once(() => ({ ...make(), ...more }));
  const body = {
    get data() {
      return data();
    },
  };
  joined.set(body, { bytes: () => `{"data":${withMembers(bytes().slice(0, -1), more)}}`, isList: false });
  return body;
}

/** Like `bodyOfOne`, for a list whose entries have cached texts. `more`: members beside `data`. */
export function bodyOfList<Entry, More extends object>(
  bytes: () => readonly string[],
  make: () => Entry[],
  more: More,
): { readonly data: Entry[] } & More {
  const data = once(make);
  const body = {
    get data() {
      return data();
    },
    ...more,
  };
  joined.set(body, { bytes: () => withMembers(`{"data":[${bytes().join(',')}]`, more), isList: true });
  return body;
}

/** Ends the text of an object, whose last brace is missing, with further members. */
function withMembers(begun: string, more: object): string {
  const members = toJsonBytes(more).slice(1);
  return `${begun}${members === '}' ? '' : ','}${members}`;
}

/** Returns the text of a body of `bodyOfOne` without making its `data`; `undefined` for any other body. */
export function jsonTextOfOne(body: object): string | undefined {
  const known = joined.get(body);
  if (!known || known.isList) return undefined;
  const bytes = known.bytes();
  return NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

const NOT_ASCII = /[\x80-\xff]/;

/** Caches the JSON text of a body that is sent repeatedly, and returns it. The body must not change afterwards. */
export function cacheJson(body: object): string {
  const bytes = toJsonBytes(body);
  cached.set(body, bytes);
  return bytes;
}

/** True if the JSON text of the body is cached, which suggests that the same body will be sent again. */
export function isCached(body: object): boolean {
  return cached.has(body);
}

/** Builds the JSON text of a response with long lists in slices, and caches it. */
export async function cacheJsonInSlices(
  body: { readonly data: Readonly<Record<string, readonly unknown[]>> },
  slices: Slicing,
): Promise<void> {
  const parts: string[] = [];
  for (const part of jsonParts(body.data)) {
    if (slices.isOver) await slices.next();
    parts.push(encode(part));
  }
  // The text may have 10 MB, so joining it takes one slice, and sending it takes another.
  await slices.next();
  cached.set(body, parts.join(''));
  await slices.next();
}

function* jsonParts(data: Readonly<Record<string, readonly unknown[]>>): Generator<string> {
  yield '{"data":{';
  for (const [number, [name, entries]] of Object.entries(data).entries()) {
    yield `${number > 0 ? ',' : ''}${JSON.stringify(name)}:[`;
    for (const [index, entry] of entries.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(entry)}`;
    yield ']';
  }
  yield '}}';
}

/** Encodes a text in UTF-8, with one character per byte. */
function encode(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}
