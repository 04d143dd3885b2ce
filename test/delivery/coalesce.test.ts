import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from '../../src/delivery/coalesce.js';

/** A task whose runs end when they are told to. */
function scene() {
  const ends: (() => void)[] = [];
  const idles: string[] = [];
  const task = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, idles, ask: coalesce(task, () => idles.push('idle')) };
}

test('shares one more run among all calls during a run, then becomes idle', async () => {
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

test('stays idle without further calls', async () => {
  const { ends, idles, ask } = scene();
  const only = ask();
  ends[0]?.();
  await only;
  expect(idles).toHaveLength(1);
});

test('joins the following run when called between two runs', async () => {
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
