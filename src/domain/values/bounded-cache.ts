import { LRUCache } from 'lru-cache';

/**
 * LRU cache of at most `most` entries. It grows on demand: lru-cache's `max` would preallocate, at some milliseconds
 * per 10,000 entries on every start.
 */
export function boundedCache<V extends object | string | number, K extends string | number = string>(
  most: number,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
}
