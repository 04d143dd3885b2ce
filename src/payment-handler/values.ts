/** Reads values of third-party code, whose types are not known at run time. */

/** True for objects, also instances of classes. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a text of 1 to `most` characters. */
export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

/** True for an amount in minor units, or a time. */
export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Times before 1973 are probably in seconds, not in milliseconds. */
const FIRST_TIME = 100_000_000_000;

/** True for a time in milliseconds since the epoch. */
export function isTime(value: unknown): value is number {
  return isWhole(value) && value >= FIRST_TIME;
}

/** Returns the first value that occurs twice. */
export function findRepeated<T>(values: readonly T[]): T | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}
