import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Store } from '../../src/ports.js';
import { Session } from '../../src/store/postgres/connection/session.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import { inPostgres } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

/** Transactions that lose every race until they get priority. */

/** Number of lost tries after which a short transaction gets priority. */
const LOST = 5;
/** Milliseconds of work after which a transaction counts as long. */
const LONG = 1_000;

interface Portal {
  readonly proxy: CuttingProxy;
  readonly store: PostgresStore;
}

let scene: PostgresScene;
let database: string;
let one: Portal;
let two: Portal;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database } = scene);
  [one, two] = [await opened(), await opened()];
  // With its first write, each store creates its own row in `writer`.
  for (const [key, { store }] of Object.entries({ one, two }))
    await write(store, put('idempotency', recordRow(key, 0)), put('idempotency', recordRow(`hot ${key}`, 0)));
});
const holders = new Set<Client>();
afterEach(async () => {
  vi.restoreAllMocks();
  for (const holder of holders) await released(holder);
});
afterAll(async () => {
  await scene.close();
  for (const { proxy } of [one, two]) await proxy.close();
});

async function opened(): Promise<Portal> {
  const proxy = await cuttingProxy(database);
  return { proxy, store: await scene.open(proxy.url) };
}

/** Increments a record. `before` is called at the start of each decision. */
function addOne(store: Store, key: string, before = () => {}): Promise<void> {
  return store.update((rows) => {
    before();
    const row = rows.get('idempotency', key);
    if (!row) throw new Error('the row is gone');
    return { writes: [put('idempotency', { ...row, outcome: Number(row.outcome) + 1 })], result: undefined };
  });
}

/** Increments a record, but loses until it gets priority: the proxy makes BEGIN fail like a lost race. */
function addOneFirst({ store, proxy }: Portal, key: string): Promise<void> {
  const { busy } = store.commitStats;
  return addOne(store, key, () => {
    if (store.commitStats.busy - busy < LOST) proxy.failNext('a write', '40001');
  });
}

async function holding(script: string): Promise<Client> {
  const client = new Client({ connectionString: database });
  await client.connect();
  holders.add(client);
  await client.query(`BEGIN; ${script}`);
  return client;
}

async function released(client: Client): Promise<void> {
  holders.delete(client);
  await client.query('COMMIT');
  await client.end();
}

const WRITERS = 'SELECT id FROM writer ORDER BY id FOR UPDATE';
const WAITING = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query`;
const TURN = expect.stringContaining('ORDER BY id FOR UPDATE');
const MARK = expect.stringContaining('INSERT INTO writer');
const READ = expect.stringContaining('SELECT');
const ROW = expect.stringContaining('UPDATE "idempotency"');

async function waiting(): Promise<string[]> {
  const { rows } = await inPostgres(database, (client) => client.query<{ readonly query: string }>(WAITING));
  return rows.map(({ query }) => query.trim());
}

const outcome = (key: string) => one.store.read((rows) => rows.get('idempotency', key)?.outcome);

it('runs a prioritized batch before other writes, which wait without locks', async () => {
  const holder = await holding(`SELECT * FROM idempotency WHERE key = 'hot one' FOR UPDATE`);
  const first = addOneFirst(one, 'hot one');
  await expect.poll(waiting).toEqual([ROW]);
  const second = addOne(two.store, 'two');
  await expect.poll(waiting).toEqual(expect.arrayContaining([ROW, MARK]));
  await released(holder);
  await Promise.all([first, second]);
  expect([await outcome('hot one'), await outcome('two')]).toEqual([1, 1]);
});

it('lets two prioritized batches take turns', async () => {
  const holder = await holding(WRITERS);
  const both = Promise.all([addOneFirst(one, 'hot one'), addOneFirst(two, 'hot two')]);
  await expect.poll(waiting).toEqual([TURN, TURN]);
  const closed = await holding('LOCK TABLE idempotency IN ACCESS EXCLUSIVE MODE');
  await released(holder);
  // One batch has its turn and waits to read; the other waits for its turn, without a lock.
  await expect.poll(waiting).toEqual([TURN, READ]);
  await released(closed);
  await both;
  expect([await outcome('hot one'), await outcome('hot two')]).toEqual([2, 1]);
});

it.each([
  ['goes first if it has worked for a long time', 'deciding', [false, true]],
  ['continues as before if it has waited for a long time', 'waiting', [false, false]],
] as const)('a batch that has lost once %s', async (_what, when, goesFirst) => {
  const now = performance.now.bind(performance);
  let late = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
  const begin = vi.spyOn(Session.prototype, 'begin');
  const holder = await holding(WRITERS);
  const added = addOne(one.store, 'one', () => {
    if (when === 'deciding') late += LONG;
  });
  await expect.poll(waiting).toEqual([MARK]);
  if (when === 'waiting') late += LONG;
  // Another transaction wins the race.
  await holder.query(`UPDATE idempotency SET key = key WHERE key = 'one'`);
  await released(holder);
  await added;
  const begun = begin.mock.calls.flatMap(([script]) => (script.includes('SERIALIZABLE') ? [script] : []));
  expect(begun.map((script) => script.includes('FOR UPDATE'))).toEqual(goesFirst);
});
