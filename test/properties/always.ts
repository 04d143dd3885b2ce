import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { volume } from '../support/volume.js';

/** Number of random values per property. */
export const RUNS = volume(100, 1_000);

/** Checks a property on random values. Shrinks a failure, and reports the seed that repeats it. */
export function always<T>(drawn: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(drawn, holds), { numRuns: RUNS });
}

/** `toEqual`, but fast for equal values: it runs thousands of times on up to a hundred lines. */
export function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
