import { expect, it } from 'vitest';
import { AlignedWork } from '../../src/domain/values/aligned-work.js';
import { turns } from '../support/turns.js';

/** Runs tasks; `end` ends one of them. `gone` collects the result or error of each task when its caller receives it. */
function works(together: AlignedWork, count: number) {
  const ends: ((outcome: Promise<number>) => void)[] = [];
  const gone: (number | string)[] = [];
  for (let n = 0; n < count; n += 1) {
    const work = () => new Promise<number>((resolve) => ends.push(resolve));
    together.run(work).then(
      (value) => gone.push(value),
      (error) => gone.push(String(error)),
    );
  }
  const end = async (n: number, outcome = Promise.resolve(n)) => {
    ends[n]?.(outcome);
    await turns(1);
  };
  return { gone, end };
}

it('finishes a single task as soon as it is done', async () => {
  const { gone, end } = works(new AlignedWork(10), 1);
  await end(0);
  expect(gone).toEqual([0]);
});

it('finishes concurrent tasks together when the last is done', async () => {
  const { gone, end } = works(new AlignedWork(10), 3);
  await end(2);
  await end(0);
  expect(gone).toEqual([]);
  await end(1);
  expect(gone.toSorted()).toEqual([0, 1, 2]);
});

it('limits the number of tasks that wait for others', async () => {
  const { gone, end } = works(new AlignedWork(2), 5);
  await end(0);
  await end(1);
  expect(gone).toEqual([0, 1]);
  await end(2);
  expect(gone).toEqual([0, 1]);
  await end(3);
  expect(gone).toEqual([0, 1, 2, 3]);
  await end(4);
  expect(gone).toHaveLength(5);
});

it("rejects with a failed task's error, without delaying other tasks", async () => {
  const { gone, end } = works(new AlignedWork(10), 2);
  await end(0, Promise.reject(new Error('no')));
  expect(gone).toEqual([]);
  await end(1);
  expect(gone.toSorted()).toEqual([1, 'Error: no']);
});
