/**
 * Remembers what a costly pure function made, for at most so many keys; then it starts afresh. The keys may be
 * a caller's, so the bound is what keeps memory flat.
 */
export function memo<K, V>(max: number, make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    if (made.size >= max) made.clear();
    made.set(key, value);
    return value;
  };
}
