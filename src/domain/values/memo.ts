import { boundedCache } from './bounded-cache.js';

/**
 * Caches the results of an expensive pure function for the `max` most recently used keys. The limit matters because
 * callers may choose the keys. `undefined` is not cached.
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
