/** Thrown by a check that does not apply to the handler, or that needs an option. */
export class SkipCheck extends Error {}

/** Ends a check as skipped. */
export function skip(reason: string): never {
  throw new SkipCheck(reason);
}

/** @throws Error with the message unless the condition holds */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Shows a value in a message. Longer texts are cut. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
