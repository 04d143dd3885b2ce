import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { inPostgres } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

let scene: PostgresScene;
let database: string;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database } = scene);
  store = await scene.open(database);
});
afterAll(() => scene.close());

const WAITING = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const waiting = () => inPostgres(database, async (client) => (await client.query(WAITING)).rows);

it('locks no row for a write that waits for its turn', async () => {
  await write(store, put('idempotency', recordRow('hot', 1)));
  const other = new Client({ connectionString: database });
  await other.connect();
  await other.query('BEGIN; SELECT id FROM writer ORDER BY id FOR UPDATE');
  const written = write(store, put('idempotency', { ...recordRow('hot', 2), version: 1 }));
  await expect.poll(waiting).toEqual([{ query: expect.stringContaining('INSERT INTO writer') }]);
  const { rows } = await other.query("SELECT version FROM idempotency WHERE key = 'hot' FOR UPDATE NOWAIT");
  expect(rows).toEqual([{ version: '1' }]);
  await other.query('COMMIT');
  await other.end();
  await written;
  expect(await store.read((read) => read.get('idempotency', 'hot')?.outcome)).toBe(2);
});
