import type { Slicing } from '../json/sliced-json.js';
import { mapInSlices } from './slices.js';

/** JSON text of a body, with its UTF-8 length in bytes. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

const kept = new WeakMap<object, JsonText>();

/** Text of a body, cached if kept. */
export function toJsonText(body: unknown): JsonText {
  const known = typeof body === 'object' && body !== null ? kept.get(body) : undefined;
  return known ?? made(body);
}

/** Caches the text of a body that is sent repeatedly and must not change. */
export function cacheText(body: object): JsonText {
  const text = made(body);
  kept.set(body, text);
  return text;
}

/** Caches the text of a response with long lists, made in slices. */
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
