import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import type { Session } from '../../src/store/postgres/connection/session.js';
import { lockScopes } from '../../src/store/postgres/connection/write-locks.js';
import { inPostgres } from '../support/postgres-rows.js';
import { HeldLocks } from './held-locks.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';

/** Time limits of connections whose server waits for locks. */
const LIMIT_MS = 1_000;

let scene: PostgresScene;
const locks = new HeldLocks(() => scene.database);
let open: Connections[] = [];
beforeAll(async () => {
  scene = await postgresScene();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await locks.releaseAll();
  await Promise.all(open.map((connections) => connections.close()));
  open = [];
});
afterAll(() => scene.close());

/** Opens a pool of one connection. `limits`: parameters of its URL. */
function poolOf(limits: Readonly<Record<string, string>> = {}): Connections {
  const url = new URL(scene.database);
  for (const [name, value] of Object.entries(limits)) url.searchParams.set(name, value);
  const connections = new Connections(url.href, 1);
  open.push(connections);
  return connections;
}

const processOf = (session: Session) => session.query('SELECT pg_backend_pid() AS process');

/** Sends statements that wait for these scopes, one after the other, in one turn. */
function waitFor(session: Session, ...scopes: readonly string[]): Promise<unknown[]> {
  const statements = scopes.flatMap((scope) => lockScopes(new Set([scope]), '1'));
  return Promise.all(statements.map(({ text, values = [] }) => session.query(text, values)));
}

function lockOf(scope: string): number {
  const [{ values } = {}] = lockScopes(new Set([scope]), '1');
  return Number(values?.[0]) >>> 0;
}

/** Returns the numbers of the locks for which transactions wait. */
async function findAwaitedLocks(): Promise<number[]> {
  const { rows } = await inPostgres(scene.database, (client) =>
    client.query<{ readonly lock: string }>(
      "SELECT objid::text AS lock FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    ),
  );
  return rows.map(({ lock }) => Number(lock));
}

it('keeps a connection after the time limit of a query that was answered in time', async () => {
  const limited = poolOf({ query_timeout: String(LIMIT_MS) });
  const first = await limited.use(processOf);
  vi.advanceTimersByTime(LIMIT_MS);
  expect(await limited.use(processOf)).toEqual(first);
});

it('gives the statements of a turn the sum of their time limits in the URL', async () => {
  const limited = poolOf({ query_timeout: String(LIMIT_MS) });
  const holder = await locks.hold('one');
  const waiting = limited.use((session) => waitFor(session, 'one', 'two'));
  await expect.poll(() => locks.countWaiting()).toBe(1);
  vi.advanceTimersByTime(1.5 * LIMIT_MS);
  await locks.release(holder);
  expect(await waiting).toHaveLength(2);
});

it('aborts a connection whose server is silent, and then gives each statement of a turn as much time', async () => {
  const pool = poolOf();
  const use = () => pool.use((session) => waitFor(session, 'one', 'two'), LIMIT_MS);
  const before = await locks.hold('one');
  const silent = use();
  await expect.poll(findAwaitedLocks).toEqual([lockOf('one')]);
  vi.advanceTimersByTime(LIMIT_MS);
  await expect(silent).rejects.toMatchObject({ isLost: true });
  await locks.release(before);
  const [one, two] = [await locks.hold('one'), await locks.hold('two')];
  const slow = use();
  await expect.poll(findAwaitedLocks).toEqual([lockOf('one')]);
  vi.advanceTimersByTime(0.6 * LIMIT_MS);
  await locks.release(one);
  await expect.poll(findAwaitedLocks).toEqual([lockOf('two')]);
  vi.advanceTimersByTime(0.6 * LIMIT_MS);
  await locks.release(two);
  expect(await slow).toHaveLength(2);
});
