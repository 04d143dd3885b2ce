import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from '../test/support/postgres-binaries.js';
import { PostgresProgram } from '../test/support/postgres-program.js';
import { inPostgres } from '../test/support/postgres-rows.js';
import { leaves } from './leftovers.js';
import { familySeconds } from './processor-time.js';

/** A PostgreSQL server that waits for the disk at each commit, as in production. */
export interface Server {
  readonly url: string;
  /** CPU seconds of all its processes so far. */
  cpu(): number;
  /** Updates the statistics of all tables, as the server does within a minute: until then, plans vary. */
  analyze(): Promise<void>;
}

const SETTINGS = ['max_connections=100', 'shared_buffers=256MB'];

/**
 * Starts the PostgreSQL installed on this machine, with its data below the folder. The server may run as another user,
 * so the folder is made accessible to all.
 */
export async function startPostgres(folder: string): Promise<Server> {
  chmodSync(folder, 0o755);
  const place = { binaries: postgresBinaries(), folder: join(folder, 'postgres'), settings: SETTINGS };
  const creating = PostgresProgram.created(place);
  leaves(async () => {
    // initdb must end before its folder is removed.
    const created = await creating.catch(() => undefined);
    await created?.stop('SIGINT');
  });
  const server = await creating;
  await server.start();
  return {
    url: server.url,
    cpu: () => familySeconds(server.pids),
    analyze: () => inPostgres(server.url, async (client) => void (await client.query('ANALYZE'))),
  };
}
