import { join } from 'node:path';
import { killPortals } from '../mail/killed-portals.js';
import { hasPostgres, NO_POSTGRES } from '../support/postgres-binaries.js';
import { openOnPostgres, releasePostgresOf } from '../support/postgres-of-path.js';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';

const KILLS = volume(2, 10);
const ORDERS = volume(3, 20);

export const fault: Fault = {
  title: 'kill -9 of two portals that send mail: each notice is accepted, and sent twice only after a lost answer',
  missing: () => (hasPostgres() ? undefined : NO_POSTGRES),
  async run(folder) {
    const sqlite = await killPortals(join(folder, 'portal.db'), KILLS, ORDERS);
    const database = join(folder, 'postgres', 'portal.db');
    const postgres = await killPortals(database, KILLS, ORDERS, { open: openOnPostgres });
    await releasePostgresOf(database);
    return {
      'kills on each engine': KILLS,
      notices: sqlite.notices,
      'copies on SQLite': sqlite.copies,
      'copies on PostgreSQL': postgres.copies,
    };
  },
};
