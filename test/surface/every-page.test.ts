import { expect, it } from 'vitest';
import { eachPage } from '../../src/lists/every-page.js';

it('reads each page of a list in its own event-loop turn, even if the store never waits', async () => {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const turns: number[] = [];
  const read = async (after = 0) => {
    turns.push(turn);
    return { entries: [after], next: after < 5 ? after + 1 : undefined };
  };
  const found: (readonly number[])[] = [];
  for await (const entries of eachPage<number, number>(read)) found.push(entries);
  isDone = true;
  expect(found.flat()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(new Set(turns).size).toBe(6);
});
