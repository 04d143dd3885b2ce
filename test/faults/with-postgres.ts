import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';

/** Runs work with the URL of a new PostgreSQL server, whose data are in the folder. */
export async function withPostgres<R>(folder: string, work: (url: string) => Promise<R>): Promise<R> {
  // PostgreSQL may run as another user, which needs access to its data below this folder.
  chmodSync(folder, 0o755);
  const place = { binaries: postgresBinaries(), folder: join(folder, 'server'), settings: [] };
  const server = await PostgresProgram.created(place);
  await server.start();
  try {
    return await work(server.url);
  } finally {
    await server.stop('SIGQUIT');
  }
}
