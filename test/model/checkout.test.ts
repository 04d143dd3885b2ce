import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { sequence } from './generate.js';
import { met, TO_MEET } from './met.js';
import { type Operation, textOf } from './operations.js';
import { run } from './run.js';
import { shrink } from './shrink.js';

/**
 * The real server over real HTTP against a model that is written from the documents alone. Each seed is a sequence of
 * operations of two buyers and their merchant; a failure shows the shortest part of it that still fails.
 */

const USUAL = { first: 1, sequences: 60 };
/** For a longer search: the first seed, and how many. */
const { MODEL_SEED = USUAL.first, MODEL_SEQUENCES = USUAL.sequences } = process.env;
const LENGTH = 50;
/** Milliseconds; only a failing sequence needs them, to be made short. */
const PATIENCE = 300_000;

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

const seeds = (first: number, sequences: number) => Array.from({ length: sequences }, (_, index) => first + index);

test('the sequences meet every refusal, message, state and option between them', () => {
  const all = seeds(USUAL.first, USUAL.sequences).flatMap((seed) => [...met(sequence(seed, LENGTH))]);
  expect(TO_MEET.filter((one) => !all.includes(one))).toEqual([]);
});

describe('the server does what the model does', () => {
  test.each(seeds(Number(MODEL_SEED), Number(MODEL_SEQUENCES)))('sequence %i', { timeout: PATIENCE }, async (seed) => {
    const operations = sequence(seed, LENGTH);
    if ((await difference(operations)) === undefined) return;
    const shortest = await shrink(operations, async (shorter) => (await difference(shorter)) !== undefined);
    const steps = shortest.map((operation, index) => `${index + 1}. ${textOf(operation)}`);
    expect.fail([`${await difference(shortest)}`, ...steps].join('\n'));
  });
});
