import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Session } from '../../src/store/postgres/connection/session.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { inPostgres } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';

let scene: PostgresScene;
let database: string;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ database } = scene);
  store = await scene.open(database);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => scene.close());

/** File of the order table, which changes on a rewrite, and the time of its last vacuum. */
const ORDERS = `SELECT pg_relation_filenode('"order"')::text AS file, last_vacuum AS cleaned
  FROM pg_stat_user_tables WHERE relname = 'order'`;
const orders = async () => (await inPostgres(database, (client) => client.query(ORDERS))).rows[0];

it('cleans the tables without a rewrite and without waiting for open transactions', async () => {
  const { file } = await orders();
  const reader = new Client({ connectionString: database });
  await reader.connect();
  await reader.query('BEGIN; SELECT count(*) FROM "order"');
  await store.forget();
  await reader.query('COMMIT');
  await reader.end();
  await expect.poll(orders).toMatchObject({ file, cleaned: expect.any(Date) });
});

it('erasures requested during another one share one further run', async () => {
  const run = vi.spyOn(Session.prototype, 'run');
  const first = store.forget();
  // The erasure has started by now.
  await expect.poll(() => run.mock.calls.length).toBeGreaterThan(0);
  const later = Array.from({ length: 20 }, () => store.forget());
  await Promise.all([first, ...later]);
  const orders = run.mock.calls.filter(([script]) => script === 'VACUUM "order"');
  expect(orders).toHaveLength(2);
});

it('rewrites the tables when a full rewrite is requested', async () => {
  const { file } = await orders();
  await store.forget(true);
  expect((await orders()).file).not.toBe(file);
});
