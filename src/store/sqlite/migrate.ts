import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { PACKAGE_ROOT } from '../../package-root.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'sqlite', 'migrations');

/**
 * Brings a database to the newest schema. `user_version` counts the migrations applied; each runs
 * once, in order, in its own transaction, also when two processes start at the same time.
 * @throws Error when the file was written by a newer version of the program
 */
export function migrate(database: Database): void {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const version = userVersion(database);
  if (version > files.length) {
    throw new Error(
      `the database has schema ${version}, this program knows ${files.length}: use a newer version of the program`,
    );
  }
  files.forEach((file, index) => {
    if (userVersion(database) > index) return;
    apply(database, readFileSync(join(FOLDER, file), 'utf8'), index);
  });
}

function apply(database: Database, sql: string, index: number): void {
  database
    .transaction(() => {
      // Another process may have been first while this one waited for the lock.
      if (userVersion(database) > index) return;
      database.exec(sql);
      database.pragma(`user_version = ${index + 1}`);
    })
    .immediate();
}

function userVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}
