const TEXT = Symbol('JSON text');

/** An object that may have its JSON text. A WeakMap would keep the texts of ended requests until V8 collects all garbage. */
type Known = object & { readonly [TEXT]?: string };

/**
 * Keeps the JSON text of an object with it, so that it is made only once. Copies of the object
 * do not have it. The object must not change afterwards.
 */
export function keepJson(object: Known, text: string): void {
  Object.defineProperty(object, TEXT, { value: text, configurable: true });
}

/** Returns the text that was kept with an object, if any. */
export function knownJson(object: Known): string | undefined {
  return object[TEXT];
}
