import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from '../../src/delivery/coalesce.js';

/** A task whose runs end when the test decides. */
function scene() {
  const ends: (() => void)[] = [];
  const idles: string[] = [];
  const task = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, idles, ask: coalesce(task, () => idles.push('idle')) };
}

test('runs once more for all calls made during a run, then becomes idle', async () => {
  const { ends, idles, ask } = scene();
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await nextTurn();
  expect(ends).toHaveLength(2);
  expect(idles).toHaveLength(0);
  ends[1]?.();
  await Promise.all([second, third]);
  expect([ends.length, idles.length]).toEqual([2, 1]);
});

test('becomes idle after a run without further calls', async () => {
  const { ends, idles, ask } = scene();
  const only = ask();
  ends[0]?.();
  await only;
  expect(idles).toHaveLength(1);
});

test('adds a call between two runs to the next run', async () => {
  const { ends, idles, ask } = scene();
  const first = ask();
  const second = ask();
  const third = first.then(() => ask());
  ends[0]?.();
  await nextTurn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect([ends.length, idles.length]).toEqual([2, 1]);
});
