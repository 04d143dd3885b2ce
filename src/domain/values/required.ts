/**
 * A value that must be present, for code that has ensured what the types cannot express.
 * @throws Error when it is absent
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}
