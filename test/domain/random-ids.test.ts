import { expect, test } from 'vitest';
import { systemIds } from '../../src/system.js';

const MANY = 1_000;

test('makes ids that ascend and differ, within a millisecond too', () => {
  const ids = Array.from({ length: MANY }, () => systemIds.uuid());
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const ends = new Set(ids.map((id) => id.slice(-10)));
  expect(ends.size).toBe(MANY);
});

test('makes secrets of all 62 characters, also longer than the random bytes that are fetched at once', () => {
  const long = systemIds.secret(5_000);
  expect(long).toMatch(/^[0-9A-Za-z]{5000}$/);
  expect(new Set(long).size).toBe(62);
  const short = Array.from({ length: MANY }, () => systemIds.secret(22));
  expect(new Set(short).size).toBe(MANY);
});
