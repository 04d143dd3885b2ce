import { boundedCache } from './bounded-cache.js';

/**
 * Caches the results of a costly pure function for the `max` most recently used keys. Callers may choose the keys, so
 * the limit bounds memory. `undefined` is not cached.
 */
export function memo<K extends string | number, V>(max: number, make: (key: K) => V): (key: K) => V {
  const made = boundedCache<{ readonly value: V }, K>(max);
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    if (value !== undefined) made.set(key, { value });
    return value;
  };
}
