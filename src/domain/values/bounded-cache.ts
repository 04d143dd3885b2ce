import { LRUCache } from 'lru-cache';

/**
 * Creates an LRU cache of at most `most` entries, which grows on demand. The `max` option of lru-cache would
 * preallocate memory, which takes milliseconds per 10,000 entries at every start.
 */
export function boundedCache<V extends object | string | number, K extends string | number = string>(
  most: number,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
}
