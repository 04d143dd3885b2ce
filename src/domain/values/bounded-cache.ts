import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `most` entries; those that were used longest ago go first. It takes room for entries as they come: by its
 * `max`, lru-cache would take the room of all at once, some milliseconds for each 10,000 at every start.
 */
export function boundedCache<V extends object | string | number, K extends string | number = string>(
  most: number,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
}
