import { LRUCache } from 'lru-cache';

interface Kept<Made> {
  readonly parts: readonly unknown[];
  readonly slot: Slot<Made>;
}

/** A result, until it is dropped. */
interface Slot<Made> {
  result: { readonly made: Made } | undefined;
}

/** Approximate maximum memory for all counted results of the process. Bytes. */
const MAX_BYTES = 8 * 2 ** 20;

/** The counted results and their bytes. The oldest are dropped first, since touching one on each use would cost more. */
const counted = new LRUCache<Slot<unknown>, { readonly bytes: number }>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
  dispose: (_bytes, slot) => {
    slot.result = undefined;
  },
});

/**
 * Keeps the last result that was made for each object, for the lifetime of the object. It is returned only while its
 * other inputs (`parts`) are the same values in the same order, so the cache is bounded by the number of its objects.
 * With `bytesOf`, which returns the approximate size of a result, it is also bounded by `MAX_BYTES`.
 */
export class LastPer<Key extends object, Made> {
  private readonly known = new WeakMap<Key, Kept<Made>>();
  private readonly bytesOf: ((made: Made) => number) | undefined;

  constructor(bytesOf?: (made: Made) => number) {
    this.bytesOf = bytesOf;
  }

  /** Returns the result kept for these inputs, or makes and keeps one. */
  get(key: Key, parts: readonly unknown[], make: () => Made): Made {
    const found = this.find(key, parts);
    if (found) return found.made;
    const made = make();
    this.keep(key, parts, made);
    return made;
  }

  find(key: Key, parts: readonly unknown[]): { readonly made: Made } | undefined {
    const found = this.known.get(key);
    return found && isSame(found.parts, parts) ? found.slot.result : undefined;
  }

  keep(key: Key, parts: readonly unknown[], made: Made): void {
    const before = this.known.get(key);
    if (before) counted.delete(before.slot);
    const slot: Slot<Made> = { result: { made } };
    this.known.set(key, { parts, slot });
    const bytes = this.bytesOf?.(made) ?? 0;
    if (bytes > MAX_BYTES) slot.result = undefined;
    else if (bytes > 0) counted.set(slot, { bytes });
  }
}

/** True if both lists have the same values in the same order; objects are compared by identity. */
export function isSame(parts: readonly unknown[], others: readonly unknown[]): boolean {
  return parts.length === others.length && parts.every((part, index) => part === others[index]);
}
