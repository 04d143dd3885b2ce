/** The JSON text of a body, with the number of bytes that it has in UTF-8. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

const kept = new WeakMap<object, JsonText>();

/** The text of a body, made anew unless it is kept. */
export function jsonTextOf(body: unknown): JsonText {
  const known = typeof body === 'object' && body !== null ? kept.get(body) : undefined;
  return known ?? made(body);
}

/** Makes the text of a body that is answered again, and keeps it as long as the body, which must not change. */
export function keepText(body: object): JsonText {
  const text = made(body);
  kept.set(body, text);
  return text;
}

function made(body: unknown): JsonText {
  const text = JSON.stringify(body);
  return { text, bytes: Buffer.byteLength(text) };
}
