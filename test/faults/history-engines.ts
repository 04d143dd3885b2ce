import { join } from 'node:path';
import { expect } from 'vitest';
import { newPublicOrganization, type OrganizationKey } from './organizations.js';
import { PostgresPortals } from './postgres-portals.js';
import { searchedRun } from './searched-run.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';
import { withPostgres } from './with-postgres.js';

const SQLITE_PORTALS = 2;
const POSTGRES_PORTALS = 3;
/** The leaves of a log are read as anyone can. */
const SETTINGS = { PORTAL_PUBLIC_LOGS: '1' };

/** Several portal processes on one database. */
export interface Served {
  readonly urls: readonly string[];
  /** Creates an organization whose log anyone can read. */
  newOwner(name: string): Promise<OrganizationKey>;
}

/** Starts portals in a folder, works with them, stops them, and verifies the database. */
export type Engine = <Result>(folder: string, work: (served: Served) => Promise<Result>) => Promise<Result>;

export const onSqlite: Engine = async (folder, work) => {
  const database = join(folder, 'portal.db');
  const portals: WatchedPortal[] = [];
  try {
    // The first one creates the file.
    while (portals.length < SQLITE_PORTALS) portals.push(await watchedPortal(database, SETTINGS));
    const urls = portals.map(({ url }) => url);
    const result = await work({ urls, newOwner: (name) => newPublicOrganization(database, name) });
    for (const portal of portals) expect(await portal.stop('SIGTERM')).toBe(0);
    expect(await searchedRun(['check'], { PORTAL_DB: database })).toMatchObject({ code: 0 });
    return result;
  } finally {
    await Promise.all(portals.map((portal) => portal.stop('SIGKILL')));
  }
};

export const onPostgres: Engine = (folder, work) =>
  withPostgres(folder, async (url) => {
    const portals = await PostgresPortals.started(
      Array.from({ length: POSTGRES_PORTALS }, () => url),
      folder,
      SETTINGS,
    );
    try {
      const urls = Array.from({ length: POSTGRES_PORTALS }, (_, index) => portals.url(index));
      const result = await work({ urls, newOwner: (name) => newPublicOrganization(url, name, portals.env) });
      await portals.stop();
      await portals.assertVerified();
      return result;
    } finally {
      await portals.drop();
    }
  });
