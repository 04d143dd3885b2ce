import { expect } from 'vitest';
import type { Outcome } from '../../support/surfaces.js';
import type { Stage } from './stage.js';

/**
 * Submits ten mutually exclusive receipts concurrently. One must be accepted with its leaf, and the errors of the
 * others must name it.
 */
export async function oneOfTenTaken(stage: Stage, submit: (n: number) => Promise<Outcome>): Promise<void> {
  const [receipts = 0, leaves = 0] = await stage.sizes();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => submit(n)));
  const [taken, ...more] = answers.filter(({ body }) => body);
  expect(more).toEqual([]);
  for (const { error, detail } of answers.filter(({ body }) => !body)) {
    expect([error, detail]).toEqual(['receipt_conflict', expect.stringContaining(taken?.body.id)]);
  }
  expect(await stage.sizes()).toEqual([receipts + 1, leaves + 1]);
}
