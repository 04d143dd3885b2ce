/**
 * A value that must be there, for a caller that has established what the types cannot say.
 * @throws Error when it is absent
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}
