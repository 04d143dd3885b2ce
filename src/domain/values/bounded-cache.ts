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

/**
 * Creates an LRU cache of at most `mostBytes`, for entries of very different sizes. Each is added with its approximate
 * number of bytes, as `{ size }`. An entry that is larger by itself is not cached.
 */
export function byteCache<V extends object>(mostBytes: number): LRUCache<string, V> {
  return new LRUCache<string, V>({ maxSize: mostBytes });
}
