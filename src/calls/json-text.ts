import { knownJson } from '../domain/values/known-json.js';
import { once } from '../domain/values/once.js';
import type { Slicing } from '../json/sliced-json.js';

const cached = new WeakMap<object, string>();

/**
 * Returns the JSON text of a body in UTF-8, as a string with one character per byte, which Node writes faster than any
 * other string. Uses the text that is known, or the cached texts of its parts, if there are any.
 */
export function toJsonBytes(body: unknown): string {
  if (typeof body !== 'object' || body === null) return encode(JSON.stringify(body));
  return JoinedBody.bytesOf(body) ?? cached.get(body) ?? encode(knownJson(body) ?? JSON.stringify(body));
}

/**
 * A body whose text is joined from cached texts, without making its `data`. All such bodies with the same members have one
 * hidden class; a getter in an object literal would make one for each body.
 */
class JoinedBody<Data> {
  declare readonly data: Data;
  // Private to the object itself, so that no copy of the body has its text.
  readonly #isList: boolean;
  readonly #bytes: () => string;
  readonly #makeData: () => Data;

  constructor(isList: boolean, bytes: () => string, makeData: () => Data) {
    this.#isList = isList;
    this.#bytes = bytes;
    this.#makeData = once(makeData);
    Object.defineProperty(this, 'data', JoinedBody.#DATA);
  }

  static readonly #DATA: PropertyDescriptor & ThisType<JoinedBody<unknown>> = {
    enumerable: true,
    get() {
      return this.#makeData();
    },
  };

  static bytesOf(body: object): string | undefined {
    return #bytes in body ? body.#bytes() : undefined;
  }

  static isList(body: object): boolean {
    return #isList in body && body.#isList;
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
  const bytes = () => `{"data":${withMembers(encode(JSON.stringify(own)).slice(0, -1), shared)}}`;
  return new JoinedBody(false, bytes, () => Object.assign({}, own, shared));
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
  const text = () => `{"data":${withMembers(bytes().slice(0, -1), more)}}`;
  return new JoinedBody(false, text, () => ({ ...make(), ...more }));
}

/** Like `bodyOfOne`, for a list whose entries have cached texts. `more`: members beside `data`. */
export function bodyOfList<Entry, More extends object>(
  bytes: () => readonly string[],
  make: () => Entry[],
  more: More,
): { readonly data: Entry[] } & More {
  const text = () => withMembers(`{"data":[${bytes().join(',')}]`, more);
  return Object.assign(new JoinedBody(true, text, make), more);
}

/** Ends the text of an object, whose last brace is missing, with further members. */
function withMembers(begun: string, more: object): string {
  const members = toJsonBytes(more).slice(1);
  return `${begun}${members === '}' ? '' : ','}${members}`;
}

/** Returns the text of a body that is joined from others and has no list; `undefined` for any other body. */
export function jsonTextOfOne(body: object): string | undefined {
  if (JoinedBody.isList(body)) return undefined;
  const bytes = JoinedBody.bytesOf(body);
  return bytes !== undefined && NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
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
