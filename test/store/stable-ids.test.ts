import { expect, test } from 'vitest';
import type { Rows } from '../../src/ports.js';
import type { FetchedData, NeededRead } from '../../src/store/fetched-data.js';
import { MAX_ROUNDS, rerun } from '../../src/store/rerun.js';
import { StableIds } from '../../src/store/stable-ids.js';
import { systemIds } from '../../src/system.js';

const answering = (seen: (readonly NeededRead[])[]) => async (needed: readonly NeededRead[], data: FetchedData) => {
  seen.push(needed);
  for (const read of needed)
    if (!('lookup' in read) && read[0] === 'counters')
      for (const key of read[2]) data.countersOf(read[1]).set(key, { answer: 1 });
};

const read = (rows: Rows, key: string) => rows.counters('stock', [key]).get(key);

test('gives a decision the same ids and secrets in each run, and gives new ones to other decisions', async () => {
  const ids = new StableIds(systemIds);
  const taken: string[][] = [];
  const decide = () =>
    ids.wrap((rows) => {
      const before = [ids.next('li'), ids.uuid(), ids.secret(24), ids.next('li')];
      taken.push(before);
      read(rows, 'a');
      return [...before, ids.next('evt')];
    });
  const first = await rerun(decide(), answering([]));
  const second = await rerun(decide(), answering([]));
  expect(taken).toHaveLength(4);
  expect([taken[1], first.slice(0, 4)]).toEqual([taken[0], taken[0]]);
  expect(new Set([...first, ...second, ids.next('li'), ids.next('li')]).size).toBe(12);
});

test('fetches the rows that `expect` names together with the missing one, in one trip', async () => {
  const trips: (readonly NeededRead[])[] = [];
  const both = (rows: Rows) => {
    rows.expect(['counters', 'stock', ['b']]);
    return [read(rows, 'a'), read(rows, 'b')];
  };
  expect(await rerun(both, answering(trips))).toEqual([1, 1]);
  expect(trips).toHaveLength(1);
});

test('discards a run that caught the error about an unfetched row', async () => {
  const swallowing = (rows: Rows) => {
    try {
      return read(rows, 'a');
    } catch {
      return 'nothing';
    }
  };
  expect(await rerun(swallowing, answering([]))).toBe(1);
});

test('stops a run that keeps requesting rows', async () => {
  const trips: (readonly NeededRead[])[] = [];
  const chain = (length: number) => (rows: Rows) =>
    Array.from({ length }, (_, index) => read(rows, String(index))).length;
  expect(await rerun(chain(MAX_ROUNDS), answering(trips))).toBe(MAX_ROUNDS);
  expect(trips).toHaveLength(MAX_ROUNDS);
  await expect(rerun(chain(MAX_ROUNDS + 1), answering([]))).rejects.toThrow(/read what a loop needs at once/);
});
