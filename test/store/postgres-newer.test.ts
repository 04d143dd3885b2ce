import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inPostgres } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';

/** Migration files that an upgrade has installed beside the running program's. */
const upgrade = vi.hoisted((): string[] => []);
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readdirSync = (folder: string) => [...fs.readdirSync(folder), ...upgrade];
  return { ...fs, readdirSync, default: fs };
});

let scene: PostgresScene;
beforeAll(async () => {
  scene = await postgresScene();
});
afterAll(() => scene.close());

it('reports not ready after a newer program has migrated the database, even with its files installed', async () => {
  const { database } = scene;
  const store = await scene.open(database);
  await store.check();
  upgrade.push('9999_newer.sql');
  await inPostgres(database, async (client) => {
    await client.query(
      'INSERT INTO schema_version (version, applied_at) SELECT max(version) + 1, 0 FROM schema_version',
    );
    await expect(store.check()).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('newer'),
    });
    await client.query('DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)');
  });
  await store.check();
  upgrade.pop();
});
