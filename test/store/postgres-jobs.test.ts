import { expect, it } from 'vitest';
import { LogRefusal, MAX_TRIES, StoreConflict } from '../../src/ports.js';
import { PostgresFault } from '../../src/store/postgres/connection/postgres-fault.js';
import { type Job, refusedAs, settle } from '../../src/store/postgres/writes/job.js';
import { UnknownOutcome } from '../../src/store/postgres/writes/unknown-outcome.js';

function jobTold(told: unknown[]): Job {
  return {
    decide: () => ({ writes: [], result: undefined }),
    resolve: () => told.push('done'),
    reject: (error) => told.push(error),
    queued_at: 0,
    tries: 0,
  };
}

it.each([
  ['others came first', new StoreConflict('version', 'item', 'key')],
  ['a log was signed further than the transaction sees it', new LogRefusal('the log has 3 leaves, but 4 were signed')],
])('a decision runs again when %s, and is refused when it is always so', (_why, error) => {
  const told: unknown[] = [];
  const job = jobTold(told);
  for (let tries = 1; tries < MAX_TRIES; tries += 1) expect(settle(job, { error })).toBe('again');
  expect(told).toEqual([]);
  expect(settle(job, { error })).toBeUndefined();
  expect(told).toMatchObject([{ code: 'unavailable', cause: error }]);
});

it('a decision of which nobody knows whether it was done does not run again, and its caller is told so', () => {
  const told: unknown[] = [];
  expect(settle(jobTold(told), { error: new UnknownOutcome(new Error('no connection')) })).toBeUndefined();
  expect(told).toMatchObject([{ code: 'unavailable', detail: expect.stringContaining('idempotency key') }]);
});

it('a caller whose rows others changed first for too long is told so, and not that nothing can be written', () => {
  const refusal = (code: string) => refusedAs(new PostgresFault({ severity: 'ERROR', code }));
  expect(refusal('40001')).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Other calls') });
  expect(refusal('57014')).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('cannot be written') });
});
