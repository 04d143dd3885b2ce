import type { Slicing } from '../json/sliced-json.js';

/** JSON text of a body and its UTF-8 length in bytes. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

const kept = new WeakMap<object, JsonText>();

/** JSON text of a body; taken from the cache if `cacheText` has stored it. */
export function toJsonText(body: unknown): JsonText {
  const known = typeof body === 'object' && body !== null ? kept.get(body) : undefined;
  return known ?? made(body);
}

/** Caches the JSON text of a body that is sent repeatedly. The body must not change afterwards. */
export function cacheText(body: object): JsonText {
  const text = made(body);
  kept.set(body, text);
  return text;
}

/** Builds the JSON text of a response with long lists in slices, and caches it. */
export async function cacheTextInSlices(
  body: { readonly data: Readonly<Record<string, readonly unknown[]>> },
  slices: Slicing,
): Promise<void> {
  const parts: string[] = [];
  let bytes = 0;
  for (const part of jsonParts(body.data)) {
    if (slices.isOver) await slices.next();
    parts.push(part);
    bytes += Buffer.byteLength(part);
  }
  // The text may have 10 MB, so joining it takes a slice, and sending it another.
  await slices.next();
  kept.set(body, { text: parts.join(''), bytes });
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

function made(body: unknown): JsonText {
  const text = JSON.stringify(body);
  return { text, bytes: Buffer.byteLength(text) };
}
