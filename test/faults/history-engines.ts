import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { newOrganization } from './organizations.js';
import { PostgresPortals } from './postgres-portals.js';
import { searchedRun } from './searched-run.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';

const SQLITE_PORTALS = 2;
const POSTGRES_PORTALS = 3;

/** Several portal processes on one database. */
export interface Served {
  readonly urls: readonly string[];
  /** Creates an organization. Returns its key. */
  newOwner(name: string): Promise<string>;
}

/** Starts portals in a folder, works with them, stops them, and verifies the database. */
export type Engine = <Result>(folder: string, work: (served: Served) => Promise<Result>) => Promise<Result>;

export const onSqlite: Engine = async (folder, work) => {
  const database = join(folder, 'portal.db');
  const portals: WatchedPortal[] = [];
  try {
    // The first one creates the file.
    while (portals.length < SQLITE_PORTALS) portals.push(await watchedPortal(database));
    const urls = portals.map(({ url }) => url);
    const result = await work({ urls, newOwner: (name) => newOrganization(database, name) });
    for (const portal of portals) expect(await portal.stop('SIGTERM')).toBe(0);
    expect(await searchedRun(['check'], { PORTAL_DB: database })).toMatchObject({ code: 0 });
    return result;
  } finally {
    await Promise.all(portals.map((portal) => portal.stop('SIGKILL')));
  }
};

export const onPostgres: Engine = async (folder, work) => {
  // PostgreSQL may run as another user, which needs access to its data below this folder.
  chmodSync(folder, 0o755);
  const place = { binaries: postgresBinaries(), folder: join(folder, 'server'), settings: [] };
  const server = await PostgresProgram.created(place);
  await server.start();
  try {
    const portals = await PostgresPortals.started(
      Array.from({ length: POSTGRES_PORTALS }, () => server.url),
      folder,
    );
    try {
      const urls = Array.from({ length: POSTGRES_PORTALS }, (_, index) => portals.url(index));
      const result = await work({ urls, newOwner: (name) => newOrganization(server.url, name, portals.env) });
      await portals.stop();
      await portals.assertVerified();
      return result;
    } finally {
      await portals.drop();
    }
  } finally {
    await server.stop('SIGQUIT');
  }
};
