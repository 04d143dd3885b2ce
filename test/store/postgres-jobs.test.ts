import { expect, it } from 'vitest';
import { LogRefusal, MAX_TRIES, StoreConflict } from '../../src/ports.js';
import { PostgresFault } from '../../src/store/postgres/connection/postgres-fault.js';
import { type Job, settle, toDecisionError } from '../../src/store/postgres/writes/job.js';
import { UnknownOutcome } from '../../src/store/postgres/writes/unknown-outcome.js';

function jobTold(told: unknown[]): Job {
  return {
    decide: () => ({ writes: [], result: undefined }),
    scope: undefined,
    resolve: () => told.push('done'),
    reject: (error) => told.push(error),
    queued_at: 0,
    tries: 0,
  };
}

it.each([
  ['another write came first', new StoreConflict('version', 'item', 'key')],
  ['a log has more signed leaves than it sees', new LogRefusal('the log has 3 leaves, but 4 were signed')],
])('runs a decision again when %s, and fails it if that persists', (_why, error) => {
  const told: unknown[] = [];
  const job = jobTold(told);
  for (let tries = 1; tries < MAX_TRIES; tries += 1) expect(settle(job, { error })).toBe('again');
  expect(told).toEqual([]);
  expect(settle(job, { error })).toBeUndefined();
  expect(told).toMatchObject([{ code: 'unavailable', cause: error }]);
});

it('does not run a decision again if its commit has an unknown outcome, and reports that to its caller', () => {
  const told: unknown[] = [];
  expect(settle(jobTold(told), { error: new UnknownOutcome(new Error('no connection')) })).toBeUndefined();
  expect(told).toMatchObject([{ code: 'unavailable', detail: expect.stringContaining('idempotency key') }]);
});

it('distinguishes conflicts that last too long from a database that cannot be written', () => {
  const refusal = (code: string) => toDecisionError(new PostgresFault({ severity: 'ERROR', code }));
  expect(refusal('40001')).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Other calls') });
  expect(refusal('57014')).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('cannot be written') });
});
