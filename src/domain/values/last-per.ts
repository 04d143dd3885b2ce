interface Kept<Made> {
  readonly parts: readonly unknown[];
  readonly made: Made;
}

/**
 * Keeps the last result that was made for each object, for the lifetime of the object. It is returned only while its
 * other inputs (`parts`) are the same values in the same order, so the cache is bounded by the number of its objects.
 */
export class LastPer<Key extends object, Made> {
  private readonly known = new WeakMap<Key, Kept<Made>>();

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
    return found && isSame(found.parts, parts) ? found : undefined;
  }

  keep(key: Key, parts: readonly unknown[], made: Made): void {
    this.known.set(key, { parts, made });
  }
}

/** True if both lists have the same values in the same order; objects are compared by identity. */
export function isSame(parts: readonly unknown[], others: readonly unknown[]): boolean {
  return parts.length === others.length && parts.every((part, index) => part === others[index]);
}
