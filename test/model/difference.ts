import { isDeepStrictEqual } from 'node:util';

/** Thrown if the server's behavior differs from the model's. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

export function compare(what: string, expected: unknown, actual: unknown): void {
  if (isDeepStrictEqual(expected, actual)) return;
  throw new Difference(`${what}\n  model:  ${JSON.stringify(expected)}\n  server: ${JSON.stringify(actual)}`);
}
