import type { Slicing } from '../json/sliced-json.js';
import { mapInSlices } from './slices.js';

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
  const lists: string[] = [];
  for (const [name, entries] of Object.entries(body.data)) {
    const texts = await mapInSlices(entries, slices, (entry) => JSON.stringify(entry));
    lists.push(`${JSON.stringify(name)}:[${texts.join()}]`);
  }
  const text = `{"data":{${lists.join()}}}`;
  kept.set(body, { text, bytes: Buffer.byteLength(text) });
}

function made(body: unknown): JsonText {
  const text = JSON.stringify(body);
  return { text, bytes: Buffer.byteLength(text) };
}
