/**
 * Asserts a value that the types cannot prove present.
 * @throws Error when it is absent
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}
