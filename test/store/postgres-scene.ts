import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A PostgreSQL database of a test's own, a proxy in front of it, and stores on it. */
export interface PostgresScene {
  /** URL. */
  readonly database: string;
  readonly proxy: CuttingProxy;
  /** Another store on the database, by this URL of it; `connections` = how many it may have. */
  open(url: string, connections?: number): Promise<PostgresStore>;
  /** Closes all stores and the proxy, and gives the database back. */
  close(): Promise<void>;
}

export async function postgresScene(): Promise<PostgresScene> {
  const folder = temporaryFolder();
  const database = await newPostgres();
  const proxy = await cuttingProxy(database);
  const stores: PostgresStore[] = [];
  return {
    database,
    proxy,
    async open(url, connections) {
      const logKey = join(folder, 'log-key');
      const store = await PostgresStore.open(url, { create: false, needsLogKey: true, logKey, connections });
      stores.push(store);
      return store;
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await proxy.close();
      await releasePostgres(database);
      rmSync(folder, { recursive: true });
    },
  };
}
