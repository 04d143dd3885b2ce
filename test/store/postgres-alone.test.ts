import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Connections } from '../../src/store/postgres/connection/connections.js';
import { writeAlone } from '../../src/store/postgres/connection/write-alone.js';
import { HeldLocks } from './held-locks.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow } from './sample-rows.js';

/** Transactions that exclude all other writers: those of a move, and of a rotation of the key. */
let scene: PostgresScene;
let connections: Connections;
const locks = new HeldLocks(() => scene.database);
beforeAll(async () => {
  scene = await postgresScene();
  connections = scene.connect(1);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await locks.releaseAll();
});
afterAll(() => scene.close());

const alone = () => connections.use((session) => writeAlone(session, () => session.query('SELECT 1 AS one')));

it('lets others write while it waits for a writer that does not end', async () => {
  const store = await scene.open(scene.database);
  const holder = await locks.hold('org_1');
  const written = alone();
  await expect.poll(() => locks.countWaiting()).toBe(1);
  await store.update(() => ({ writes: [put('idempotency', recordRow('other', 1))], result: undefined }), 'org_2');
  await locks.release(holder);
  expect(await written).toEqual([{ one: 1 }]);
});

it('waits longer with each request, so that slow writers cannot keep it waiting for ever', async () => {
  const holder = await locks.hold('org_1');
  const written = alone();
  await expect.poll(() => locks.findWaiting()).toEqual([expect.stringContaining("'lock_timeout', '250'")]);
  await expect.poll(() => locks.findWaiting()).toEqual([expect.stringContaining("'lock_timeout', '500'")]);
  await locks.release(holder);
  expect(await written).toEqual([{ one: 1 }]);
});

it('fails after a time, and then leaves the connection without a transaction', async () => {
  const holder = await locks.hold('org_1');
  const now = performance.now.bind(performance);
  let late = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late);
  const written = expect(alone()).rejects.toThrow('another process has been writing to the database for too long');
  await expect.poll(() => locks.countWaiting()).toBe(1);
  late = 60_000;
  await written;
  await locks.release(holder);
  expect(await alone()).toEqual([{ one: 1 }]);
});
