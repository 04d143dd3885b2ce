import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { volume } from '../support/volume.js';

/** Number of tries of every property. */
export const RUNS = volume(100, 1_000);

/** Checks a property of random values; a failure is shrunk, and shown with the seed that repeats it. */
export function always<T>(drawn: fc.Arbitrary<T>, holds: (value: T) => void): void {
  fc.assert(fc.property(drawn, holds), { numRuns: RUNS });
}

/** `toEqual`, quick where there is no difference to show: it is asked a thousand times of up to a hundred lines. */
export function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
