import Sqlite from 'better-sqlite3';
import type { TestPortal } from '../support/portal.js';
import { postgresOf } from '../support/postgres-of-path.js';
import { inPostgres } from '../support/postgres-rows.js';

/** Executes SQL on a portal's database, past the portal. */
export async function changeRows({ database }: Pick<TestPortal, 'database'>, sql: string): Promise<void> {
  const url = postgresOf(database);
  if (url !== undefined) return void (await inPostgres(url, (client) => client.query(sql)));
  const file = new Sqlite(database);
  file.pragma('foreign_keys = OFF');
  file.exec(sql);
  file.close();
}
