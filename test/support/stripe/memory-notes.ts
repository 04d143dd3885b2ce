import type { PaymentNotes } from '../../../src/ports.js';

/** Notes of a payment handler in memory. */
export function memoryNotes(): PaymentNotes & { readonly texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    find: async (key) => texts.get(key),
    async keepFirst(key, text) {
      const kept = texts.get(key) ?? text;
      texts.set(key, kept);
      return kept;
    },
    async keepLast(key, text) {
      texts.set(key, text);
    },
  };
}
