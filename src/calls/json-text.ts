/** JSON text of a body, with its UTF-8 length in bytes. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

const kept = new WeakMap<object, JsonText>();

/** Text of a body, cached if kept. */
export function jsonTextOf(body: unknown): JsonText {
  const known = typeof body === 'object' && body !== null ? kept.get(body) : undefined;
  return known ?? made(body);
}

/** Caches the text of a body that is sent repeatedly and must not change. */
export function cacheText(body: object): JsonText {
  const text = made(body);
  kept.set(body, text);
  return text;
}

function made(body: unknown): JsonText {
  const text = JSON.stringify(body);
  return { text, bytes: Buffer.byteLength(text) };
}
