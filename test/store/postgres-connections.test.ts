import { afterAll, beforeAll, expect, it } from 'vitest';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { Fence } from '../../src/store/postgres/connection/fence.js';
import type { Session } from '../../src/store/postgres/connection/session.js';
import { readInTransaction, writeInTransaction } from '../../src/store/postgres/connection/transaction.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { CuttingProxy } from '../support/cutting-proxy.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

const CONNECTIONS = 3;
const READS = 40;
/** The scopes of a transaction that may change any row. */
const ALL_ROWS = new Set([undefined]);

let scene: PostgresScene;
let database: string;
let proxy: CuttingProxy;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database, proxy } = scene);
  store = await scene.open(proxy.url, CONNECTIONS);
});
afterAll(() => scene.close());

it('opens only the allowed connections, and counts the requests that wait for one', async () => {
  const lists = Array.from({ length: READS }, () => store.list('organizations', {}, undefined, 1));
  expect(store.connectionStats.waiting).toBeGreaterThanOrEqual(READS - CONNECTIONS);
  expect(await Promise.all(lists)).toEqual(lists.map(() => ({ entries: [], next: undefined })));
  expect(store.connectionStats).toEqual({ open: CONNECTIONS, waiting: 0 });
});

it('counts requests that wait for a connection to be opened or to become free', async () => {
  const connections = new Connections(database, 2);
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const held = [1, 2].map(() => connections.use(() => over));
  expect(connections.stats.waiting).toBe(2);
  await expect.poll(() => connections.stats).toEqual({ open: 2, waiting: 0 });
  const later = [1, 2, 3].map((n) => connections.use(async () => n));
  expect(connections.stats).toEqual({ open: 2, waiting: 3 });
  end();
  expect(await Promise.all([...held, ...later])).toEqual([undefined, undefined, 1, 2, 3]);
  expect(connections.stats).toEqual({ open: 2, waiting: 0 });
  await connections.close();
});

it('a transaction that could not begin fails with the first error, not with a later one', async () => {
  const connections = new Connections(database, 1);
  connections.fence = Object.assign(new Fence('nobody'), {
    check: { text: "DO $$ BEGIN RAISE EXCEPTION 'others came first' USING ERRCODE = '40001'; END $$", values: [] },
  });
  const write = connections.use((session) => writeInTransaction(session, () => session.query('SELECT 1'), ALL_ROWS));
  await expect(write).rejects.toMatchObject({ code: '40001', isConflict: true });
  expect(await connections.use((session) => session.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  await connections.close();
});

it.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_write', 'on'],
  ['on', 'on'],
  ['remote_apply', 'remote_apply'],
])(
  'commits as durably as `on` at least, where synchronous_commit is configured as %s',
  async (configured, expected) => {
    const url = new URL(database);
    url.searchParams.set('options', `-c synchronous_commit=${configured}`);
    const connections = new Connections(url.href, 1);
    const setting = "SELECT current_setting('synchronous_commit') AS level";
    const row = await selectWhileWriting(connections, setting);
    await connections.close();
    expect(row?.level).toBe(expected);
  },
);

it('compiles no query (JIT), also where the server is configured to', async () => {
  const url = new URL(database);
  url.searchParams.set('options', '-c jit=on');
  const connections = new Connections(url.href, 1);
  const [row] = await readInTransaction(connections, (session) =>
    session.query("SELECT current_setting('jit') AS jit"),
  );
  await connections.close();
  expect(row).toEqual({ jit: 'off' });
});

it('limits the time of statements and idle transactions', async () => {
  const connections = new Connections(database, 1);
  const limits =
    "SELECT current_setting('statement_timeout') AS one, current_setting('idle_in_transaction_session_timeout') AS idle";
  const [row] = await readInTransaction(connections, (session) => session.query(limits));
  expect(row).toEqual({ one: '15s', idle: '10s' });
  await connections.close();
});

it('limits the time of write transactions if the server can', async () => {
  const connections = new Connections(database, 1);
  const limit = `
    SELECT current_setting('transaction_timeout', true) AS in_all,
      CASE WHEN current_setting('server_version_num')::int >= 170000 THEN '1min' END AS expected`;
  const row = await selectWhileWriting(connections, limit);
  await connections.close();
  expect(row?.in_all).toBe(row?.expected);
});

it('reports that the server is gone, and recovers when it is back', async () => {
  await store.check();
  await proxy.pause();
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  // Both calls wait for the server.
  const written = write(store, put('idempotency', recordRow('later', 1)));
  const read = store.read((rows) => rows.get('idempotency', 'nobody'));
  await proxy.resume();
  await written;
  expect(await read).toBeUndefined();
  await store.check();
  expect(await store.read((rows) => rows.get('idempotency', 'later')?.outcome)).toBe(1);
});

/** Selects a row in a write transaction, which has released the lock of the whole database once this resolves. */
function selectWhileWriting(connections: Connections, text: string) {
  const work = async (session: Session) => {
    const [row] = await session.query(text);
    await session.run('COMMIT');
    return row;
  };
  return connections.use((session) => writeInTransaction(session, () => work(session), ALL_ROWS));
}
