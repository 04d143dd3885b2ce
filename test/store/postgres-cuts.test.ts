import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/ports.js';
import type { Cut, CuttingProxy } from '../support/cutting-proxy.js';
import { volume } from '../support/volume.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

const ROUNDS = volume(3, 50, 10);
/** Number of rounds in which the server is unreachable for a while. */
const OUTAGES = volume(1, 5, 2);
/** More statements than any transaction in these tests has. */
const MOST_STATEMENTS = 20;

let scene: PostgresScene;
let proxy: CuttingProxy;
let store: Store;
beforeAll(async () => {
  scene = await postgresScene();
  ({ proxy } = scene);
  store = await scene.open(proxy.url);
});
beforeEach(() => proxy.cutNext(undefined));
afterAll(() => scene.close());

const addOne = (id: string) =>
  store.update((rows) => {
    const row = rows.get('idempotency', id);
    if (!row) throw new Error('the row is gone');
    const sum = Number(row.outcome) + 1;
    return { writes: [put('idempotency', { ...row, outcome: sum })], result: sum };
  });

const sumOf = (id: string) => store.read((rows) => rows.get('idempotency', id)?.outcome);

/** Runs three concurrent decisions, each of which must apply once despite the broken connection. */
async function addThree(id: string, before: number): Promise<void> {
  const sums = await Promise.all([addOne(id), addOne(id), addOne(id)]);
  expect(sums.sort((one, other) => one - other)).toEqual([1, 2, 3].map((nth) => before + nth));
}

const CUTS: readonly Cut[] = [
  { of: 'a write', at: 'BEGIN', when: 'before' },
  { of: 'a write', at: 'COMMIT', when: 'before' },
  { of: 'a write', at: 'COMMIT', when: 'after' },
  { of: 'a write', at: 'COMMIT', when: 'late' },
];

it.each(CUTS)('applies each decision once when the connection breaks: $at, $when', async (cut) => {
  const id = `${cut.at} ${cut.when}`;
  await write(store, put('idempotency', recordRow(id, 0)));
  const before = proxy.cuts;
  for (let round = 0; round < ROUNDS; round += 1) {
    proxy.cutNext(cut);
    await addThree(id, 3 * round);
  }
  expect(proxy.cuts - before).toBe(ROUNDS);
  expect(await sumOf(id)).toBe(3 * ROUNDS);
});

it.each(['before', 'late'] as const)(
  'applies each decision once when the connection breaks in a statement: %s',
  async (when) => {
    const id = `each ${when}`;
    await write(store, put('idempotency', recordRow(id, 0)));
    const before = proxy.cuts;
    for (let at = 0; at < MOST_STATEMENTS; at += 1) {
      proxy.cutNext({ of: 'a write', at, when });
      await addThree(id, 3 * at);
    }
    expect(proxy.cuts - before).toBeGreaterThanOrEqual(3);
    expect(await sumOf(id)).toBe(3 * MOST_STATEMENTS);
  },
);

it.each(['before', 'after'] as const)(
  'applies each decision once when the server is unreachable for a while %s the commit',
  async (when) => {
    const id = `gone ${when}`;
    await write(store, put('idempotency', recordRow(id, 0)));
    for (let round = 0; round < OUTAGES; round += 1) {
      const before = proxy.cuts;
      proxy.cutNext({ of: 'a write', at: 'COMMIT', when, thenGone: true });
      const added = addThree(id, 3 * round);
      await expect.poll(() => proxy.cuts).toBe(before + 1);
      // Meanwhile, the portal cannot find out the outcome of the transaction.
      await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
      await proxy.resume();
      await added;
    }
    expect(await sumOf(id)).toBe(3 * OUTAGES);
  },
);

it('continues reading when the connection breaks', async () => {
  const before = proxy.cuts;
  for (const at of ['BEGIN', 0, 'COMMIT'] as const) {
    proxy.cutNext({ of: 'a read', at, when: 'before' });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await store.read((rows) => rows.get('idempotency', 'nobody'))).toBeUndefined();
  }
  expect(proxy.cuts - before).toBe(3);
});
