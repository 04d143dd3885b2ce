import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/ports.js';
import { lockScopes } from '../../src/store/postgres/connection/write-locks.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { HeldLocks } from './held-locks.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

/** Writers of two portals, and of a client that holds locks. */
let scene: PostgresScene;
let database: string;
let one: PostgresStore;
let two: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database } = scene);
  [one, two] = [await scene.open(database), await scene.open(database)];
});
beforeEach(async () => {
  for (const key of ['a', 'b']) await write(one, { type: 'remove', table: 'idempotency', key });
  await write(one, put('idempotency', recordRow('a', 0)), put('idempotency', recordRow('b', 0)));
});
const locks = new HeldLocks(() => database);
afterEach(() => locks.releaseAll());
afterAll(() => scene.close());

/** Increments a record in a decision of this scope. */
function addOne(store: Store, key: string, scope?: string): Promise<void> {
  return store.update((rows) => {
    const row = rows.get('idempotency', key);
    if (!row) throw new Error('the row is gone');
    return { writes: [put('idempotency', { ...row, outcome: Number(row.outcome) + 1 })], result: undefined };
  }, scope);
}

const countWaiting = () => locks.countWaiting();

const outcomes = () => one.read((rows) => ['a', 'b'].map((key) => Number(rows.get('idempotency', key)?.outcome)));

it('runs decisions of one scope one after the other, without a conflict', async () => {
  const busy = () => one.commitStats.busy + two.commitStats.busy;
  const before = busy();
  const holder = await locks.hold('org_1');
  const added = [one, two].flatMap((store) => [addOne(store, 'a', 'org_1'), addOne(store, 'b', 'org_1')]);
  await expect.poll(countWaiting).toBe(2);
  await locks.release(holder);
  await Promise.all(added);
  expect(await outcomes()).toEqual([2, 2]);
  expect(busy()).toBe(before);
});

it('runs decisions of other scopes meanwhile', async () => {
  const holder = await locks.hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  await addOne(two, 'b', 'org_2');
  expect(await outcomes()).toEqual([0, 1]);
  await locks.release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 1]);
});

it('runs decisions of other scopes that were queued with one that waits', async () => {
  const holder = await locks.hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await addOne(one, 'b', 'org_2');
  expect(await outcomes()).toEqual([0, 1]);
  await expect.poll(countWaiting).toBe(1);
  await addOne(one, 'b', 'org_3');
  expect(await outcomes()).toEqual([0, 2]);
  await locks.release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 2]);
});

it.each([
  ['a decision without a scope waits for one with a scope', 'org_1', undefined],
  ['a decision with a scope waits for one without', undefined, 'org_1'],
] as const)('%s', async (_title, held, scope) => {
  const holder = await locks.hold(held);
  const added = addOne(one, 'a', scope);
  await expect.poll(countWaiting).toBe(1);
  expect(await outcomes()).toEqual([0, 0]);
  await locks.release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 0]);
});

it('adds queued decisions of the same scope to a transaction that had to wait for its locks', async () => {
  const { flushes, jobs } = one.commitStats;
  const holder = await locks.hold('org_1');
  const first = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  const later = [addOne(one, 'a', 'org_1'), addOne(one, 'a', 'org_1'), addOne(one, 'b', 'org_2')];
  await locks.release(holder);
  await Promise.all([first, ...later]);
  expect(await outcomes()).toEqual([3, 1]);
  expect([one.commitStats.flushes - flushes, one.commitStats.jobs - jobs]).toEqual([2, 4]);
});

it('reads the rows of the decisions that it adds before it runs any, so that it sends all changes together', async () => {
  const runs: string[] = [];
  const noting = (name: string) =>
    one.update((rows) => {
      runs.push(name);
      const found = rows.get('idempotency', name);
      runs.push(`${name} found`);
      return { writes: found ? [put('idempotency', { ...found, outcome: 1 })] : [], result: undefined };
    }, 'org_1');
  const holder = await locks.hold('org_1');
  const first = noting('a');
  await expect.poll(countWaiting).toBe(1);
  const later = noting('b');
  await locks.release(holder);
  await Promise.all([first, later]);
  expect(runs).toEqual(['a', 'b', 'a', 'a found', 'b', 'b found']);
  expect(await outcomes()).toEqual([1, 1]);
});

it('adds no decision of a scope to a transaction that has locked all rows', async () => {
  const { flushes } = one.commitStats;
  const holder = await locks.hold('org_1');
  const all = addOne(one, 'a');
  await expect.poll(countWaiting).toBe(1);
  const scoped = addOne(one, 'b', 'org_2');
  await locks.release(holder);
  await Promise.all([all, scoped]);
  expect(await outcomes()).toEqual([1, 1]);
  expect(one.commitStats.flushes - flushes).toBe(2);
});

it('sees what the previous holder of its lock has written', async () => {
  const holder = await locks.hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  await holder.query(
    `UPDATE idempotency SET version = 7, body = jsonb_set(body::jsonb, '{outcome}', '41')::text WHERE key = 'a'`,
  );
  await locks.release(holder);
  await added;
  expect(await outcomes()).toEqual([42, 0]);
});

it('lets decisions of scopes run while one without a scope waits for a writer that does not end', async () => {
  const holder = await locks.hold('org_1');
  const all = addOne(one, 'a');
  await expect.poll(countWaiting).toBe(1);
  await Promise.all([addOne(one, 'b', 'org_2'), addOne(two, 'b', 'org_3')]);
  expect(await outcomes()).toEqual([0, 2]);
  await locks.release(holder);
  await all;
  expect(await outcomes()).toEqual([1, 2]);
});

it('waits longer for all rows with each request, so that slow writers cannot keep it waiting for ever', async () => {
  const holder = await locks.hold('org_1');
  const all = addOne(one, 'a');
  // Any later request proves it: a slow machine can miss those with short limits.
  const laterLimit = expect.stringMatching(/'lock_timeout', '(?:500|[124]000)'/);
  await expect.poll(() => locks.findWaiting()).toEqual([laterLimit]);
  await locks.release(holder);
  await all;
  expect(await outcomes()).toEqual([1, 0]);
});

it.each([
  [0, 250],
  [1, 500],
  [3, 2_000],
  [100, 4_000],
])('limits the wait for all rows after %i failed requests to %i ms, less than others wait', (tries, limit) => {
  expect(lockScopes(new Set([undefined]), '1', tries)).toMatchObject([
    { text: expect.stringContaining(`'lock_timeout', '${limit}'`) },
  ]);
});

it('gives up waiting for all rows before the time limit of other locks', async () => {
  await locks.hold('org_1');
  const writer = new Client({ connectionString: database });
  await writer.connect();
  const [{ text: locking } = { text: '' }] = lockScopes(new Set([undefined]), "set_config('lock_timeout', '0', true)");
  await expect(writer.query(`BEGIN; SET LOCAL lock_timeout = 0; ${locking}`)).rejects.toMatchObject({ code: '55P03' });
  await writer.end();
});

it('reports ready while the health check of another portal does not end', async () => {
  await locks.hold('check');
  await (await scene.open(database)).check();
});

it('reports not ready while a writer excludes all others, but ready while it excludes those of an organization', async () => {
  const check = async () => (await scene.open(database)).check();
  await locks.hold('org_1');
  await check();
  await locks.releaseAll();
  await locks.hold(undefined);
  await expect(check()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
});

it('overwrites nothing that a writer without locks has changed meanwhile, and runs its batch again as one', async () => {
  const { flushes } = one.commitStats;
  const writer = new Client({ connectionString: database });
  await writer.connect();
  await writer.query(
    `BEGIN; UPDATE idempotency SET version = 7, body = jsonb_set(body::jsonb, '{outcome}', '41')::text WHERE key = 'a'`,
  );
  const added = [addOne(one, 'a', 'org_1'), addOne(one, 'b', 'org_1')];
  await expect.poll(countWaiting).toBe(1);
  await writer.query('COMMIT');
  await writer.end();
  await Promise.all(added);
  expect(await outcomes()).toEqual([42, 1]);
  expect(one.commitStats.flushes - flushes).toBe(1);
});
