import fc from 'fast-check';
import { volume } from '../support/volume.js';

/** Each run draws different values. To repeat a failure, set PORTAL_TEST_SEED to the seed in the title of the test. */
export const SEED = Number(process.env.PORTAL_TEST_SEED ?? Date.now() % 2 ** 31);

/** Checks a property on random values and shrinks a failure. */
export function always<T>(drawn: fc.Arbitrary<T>, holds: (value: T) => void, numRuns = volume(50, 1_000)): void {
  const property = fc.property(drawn, (value) => {
    holds(value);
  });
  fc.assert(property, { numRuns, seed: SEED });
}

export async function alwaysAsync<T>(drawn: fc.Arbitrary<T>, holds: (value: T) => Promise<void>, numRuns: number) {
  await fc.assert(fc.asyncProperty(drawn, holds), { numRuns, seed: SEED });
}
