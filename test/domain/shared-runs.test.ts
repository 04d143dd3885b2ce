import { expect, it } from 'vitest';
import { SharedRuns } from '../../src/domain/values/shared-runs.js';

/** Creates `SharedRuns` whose runs end when the test decides. `begun` lists the started runs with their keys. */
function told() {
  const begun: { readonly kind: string; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const runs = new SharedRuns<string>((kind) => new Promise<void>((end, fail) => void begun.push({ kind, end, fail })));
  return { begun, runs };
}

it('shares a waiting run among calls with the same key, but not a started run', async () => {
  const { begun, runs } = told();
  const first = runs.run('a');
  await expect.poll(() => begun.length).toBe(1);
  const later = ['a', 'b', 'a', 'b', 'a'].map((kind) => runs.run(kind));
  expect(new Set([first, ...later]).size).toBe(3);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => begun.length).toBe(count);
    begun.at(-1)?.end();
  }
  await Promise.all([first, ...later]);
  expect(begun.map(({ kind }) => kind)).toEqual(['a', 'a', 'b']);
});

it('reports a failed run to its own callers only', async () => {
  const { begun, runs } = told();
  const first = runs.run('a');
  await expect.poll(() => begun.length).toBe(1);
  const later = runs.run('a');
  begun[0]?.fail(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end();
  await later;
});
