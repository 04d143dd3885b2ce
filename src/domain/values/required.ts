/**
 * Asserts that a value is present where the types cannot prove it.
 * @throws Error when it is absent
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}
