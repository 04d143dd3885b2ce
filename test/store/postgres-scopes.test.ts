import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/ports.js';
import { lockScopes } from '../../src/store/postgres/connection/write-locks.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { inPostgres } from '../support/postgres-rows.js';
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
const holders = new Set<Client>();
afterEach(() => Promise.all([...holders].map(release)));
afterAll(() => scene.close());

/** Increments a record in a decision of this scope. */
function addOne(store: Store, key: string, scope?: string): Promise<void> {
  return store.update((rows) => {
    const row = rows.get('idempotency', key);
    if (!row) throw new Error('the row is gone');
    return { writes: [put('idempotency', { ...row, outcome: Number(row.outcome) + 1 })], result: undefined };
  }, scope);
}

/** Holds the locks of these scopes, like a transaction of another portal. */
async function hold(...scopes: (string | undefined)[]): Promise<Client> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(`BEGIN; ${lockScopes(new Set(scopes), '1')}`);
  holders.add(client);
  return client;
}

async function release(holder: Client): Promise<void> {
  holders.delete(holder);
  await holder.query('COMMIT');
  await holder.end();
}

const WAITING = `
  SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function countWaiting(): Promise<number> {
  const { rows } = await inPostgres(database, (client) => client.query<{ readonly count: number }>(WAITING));
  return rows[0]?.count ?? 0;
}

const outcomes = () => one.read((rows) => ['a', 'b'].map((key) => Number(rows.get('idempotency', key)?.outcome)));

it('runs decisions of one scope one after the other, without a conflict', async () => {
  const busy = () => one.commitStats.busy + two.commitStats.busy;
  const before = busy();
  const holder = await hold('org_1');
  const added = [one, two].flatMap((store) => [addOne(store, 'a', 'org_1'), addOne(store, 'b', 'org_1')]);
  await expect.poll(countWaiting).toBe(2);
  await release(holder);
  await Promise.all(added);
  expect(await outcomes()).toEqual([2, 2]);
  expect(busy()).toBe(before);
});

it('runs decisions of other scopes meanwhile', async () => {
  const holder = await hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  await addOne(two, 'b', 'org_2');
  expect(await outcomes()).toEqual([0, 1]);
  await release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 1]);
});

it('runs decisions of other scopes that were queued with one that waits', async () => {
  const holder = await hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await addOne(one, 'b', 'org_2');
  expect(await outcomes()).toEqual([0, 1]);
  await expect.poll(countWaiting).toBe(1);
  await addOne(one, 'b', 'org_3');
  expect(await outcomes()).toEqual([0, 2]);
  await release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 2]);
});

it.each([
  ['a decision without a scope waits for one with a scope', 'org_1', undefined],
  ['a decision with a scope waits for one without', undefined, 'org_1'],
] as const)('%s', async (_title, held, scope) => {
  const holder = await hold(held);
  const added = addOne(one, 'a', scope);
  await expect.poll(countWaiting).toBe(1);
  expect(await outcomes()).toEqual([0, 0]);
  await release(holder);
  await added;
  expect(await outcomes()).toEqual([1, 0]);
});

it('adds queued decisions of the same scope to a transaction that had to wait for its locks', async () => {
  const { flushes, jobs } = one.commitStats;
  const holder = await hold('org_1');
  const first = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  const later = [addOne(one, 'a', 'org_1'), addOne(one, 'a', 'org_1'), addOne(one, 'b', 'org_2')];
  await release(holder);
  await Promise.all([first, ...later]);
  expect(await outcomes()).toEqual([3, 1]);
  expect([one.commitStats.flushes - flushes, one.commitStats.jobs - jobs]).toEqual([2, 4]);
});

it('sees what the previous holder of its lock has written', async () => {
  const holder = await hold('org_1');
  const added = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  await holder.query(
    `UPDATE idempotency SET version = 7, body = jsonb_set(body::jsonb, '{outcome}', '41')::text WHERE key = 'a'`,
  );
  await release(holder);
  await added;
  expect(await outcomes()).toEqual([42, 0]);
});

it('lets no decision of a scope overtake one without a scope', async () => {
  const holder = await hold('org_1');
  const all = addOne(one, 'a');
  await expect.poll(countWaiting).toBe(1);
  const later = addOne(two, 'b', 'org_2');
  await expect.poll(countWaiting).toBe(2);
  expect(await outcomes()).toEqual([0, 0]);
  await release(holder);
  await Promise.all([all, later]);
  expect(await outcomes()).toEqual([1, 1]);
});

it('overwrites nothing that a writer without locks has changed meanwhile', async () => {
  const writer = new Client({ connectionString: database });
  await writer.connect();
  await writer.query(
    `BEGIN; UPDATE idempotency SET version = 7, body = jsonb_set(body::jsonb, '{outcome}', '41')::text WHERE key = 'a'`,
  );
  const added = addOne(one, 'a', 'org_1');
  await expect.poll(countWaiting).toBe(1);
  await writer.query('COMMIT');
  await writer.end();
  await added;
  expect(await outcomes()).toEqual([42, 0]);
});
