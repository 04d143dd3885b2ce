import { LRUCache } from 'lru-cache';

/**
 * Remembers what a costly pure function made, for the keys that were asked last, at most so many. The keys may be a
 * caller's, so the bound is what keeps memory flat. Undefined is not
 * remembered.
 */
export function memo<K extends string | number, V>(max: number, make: (key: K) => V): (key: K) => V {
  const made = new LRUCache<K, { readonly value: V }>({ max });
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    if (value !== undefined) made.set(key, { value });
    return value;
  };
}
