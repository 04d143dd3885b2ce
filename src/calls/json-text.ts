import type { Slicing } from '../json/sliced-json.js';

const cached = new WeakMap<object, string>();

/**
 * Returns the JSON text of a body in UTF-8, as a string with one character per byte, which Node writes faster than any
 * other string. Uses the cached text if there is one.
 */
export function toJsonBytes(body: unknown): string {
  const known = typeof body === 'object' && body !== null ? cached.get(body) : undefined;
  return known ?? encode(JSON.stringify(body));
}

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
