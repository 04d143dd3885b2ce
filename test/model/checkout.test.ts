import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { volume } from '../support/volume.js';
import { sequence } from './generate.js';
import { met, TO_MEET } from './met.js';
import { type Operation, textOf } from './operations.js';
import { run } from './run.js';
import { shrink } from './shrink.js';

/**
 * Compares the real server over HTTP with a model written only from the documents. Each seed is a sequence of
 * operations of two buyers and their merchant. If a sequence fails, the test reports a shortened one that still fails.
 */

const seeds = (first: number, sequences: number) => Array.from({ length: sequences }, (_, index) => first + index);

/** Operations per sequence. */
const LENGTH = 50;
const USUAL = seeds(1, 60);
/** Variables for a longer search: the first seed, and the number of sequences. */
const { MODEL_SEED, MODEL_SEQUENCES } = process.env;
const meets = (seed: number) => [...met(sequence(seed, LENGTH))];
/**
 * Seeds of sequences that together reach every case, chosen from the first 300 by `covering` (test/support/matrix.ts).
 * Choose again after a change of the generator.
 */
const FEW = [15, 23, 25, 46, 64, 65, 99, 100, 112, 114, 138];
const SEEDS = volume(FEW, USUAL);
const RUN = MODEL_SEED === undefined ? SEEDS : seeds(Number(MODEL_SEED), Number(MODEL_SEQUENCES ?? USUAL.length));

const clock = stillClock();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());

async function difference(operations: readonly Operation[]): Promise<string | undefined> {
  return run(portal, clock, operations).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test('the sequences reach every error, message, state and option', () => {
  const all = new Set(SEEDS.flatMap(meets));
  expect(TO_MEET.filter((one) => !all.has(one))).toEqual([]);
});

describe('the server behaves like the model', () => {
  test.each(RUN)('sequence %i', async (seed) => {
    const operations = sequence(seed, LENGTH);
    if ((await difference(operations)) === undefined) return;
    const shortest = await shrink(operations, async (shorter) => (await difference(shorter)) !== undefined);
    const steps = shortest.map((operation, index) => `${index + 1}. ${textOf(operation)}`);
    expect.fail([`${await difference(shortest)}`, ...steps].join('\n'));
  });
});
