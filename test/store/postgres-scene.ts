import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A separate PostgreSQL database, a proxy in front of it, and stores on it. */
export interface PostgresScene {
  /** URL of the database without the proxy. */
  readonly database: string;
  readonly proxy: CuttingProxy;
  /** Opens another store on the database, by its own URL or the proxy's. `connections`: size of the connection pool. */
  open(url: string, connections?: number): Promise<PostgresStore>;
  /** Opens a pool of connections to the database. */
  connect(size: number): Connections;
  /** Closes all stores, pools and the proxy, and releases the database. */
  close(): Promise<void>;
}

export async function postgresScene(): Promise<PostgresScene> {
  const folder = temporaryFolder();
  const database = await newPostgres();
  const proxy = await cuttingProxy(database);
  const stores: PostgresStore[] = [];
  const pools: Connections[] = [];
  return {
    database,
    proxy,
    async open(url, connections) {
      const logKey = join(folder, 'log-key');
      const store = await PostgresStore.open(url, { create: false, needsLogKey: true, logKey, connections });
      stores.push(store);
      return store;
    },
    connect(size) {
      const pool = new Connections(database, size);
      pools.push(pool);
      return pool;
    },
    async close() {
      await Promise.all([...stores, ...pools].map((opened) => opened.close()));
      await proxy.close();
      await releasePostgres(database);
      rmSync(folder, { recursive: true });
    },
  };
}
