import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { PACKAGE_ROOT } from '../../../package-root.js';
import { migrationsIn } from '../../migrations-in.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'sqlite', 'migrations');

/** "Port" in ASCII: distinguishes this program's files from those of others. */
export const APPLICATION_ID = 0x506f7274;

export function newestVersion(): number {
  return migrationsIn(FOLDER).length;
}

/**
 * Migrates a database to the newest schema and sets the program's application id. `user_version` counts applied
 * migrations. Each runs once, in order, in its own transaction, even if two processes start concurrently. Calls
 * `onStep` with the name of each before it begins.
 */
export function migrate(database: Database, onStep?: (name: string) => void): void {
  migrationsIn(FOLDER).forEach((file, index) => {
    if (userVersion(database) > index) return;
    onStep?.(nameOf(file));
    apply(database, readFileSync(join(FOLDER, file), 'utf8'), index);
  });
  // Earlier versions set no application_id.
  if (!hasId(database)) database.transaction(() => setId(database)).immediate();
}

/** Returns the names of the migrations that a schema lacks, in order. */
export function missingMigrations(schema: number): readonly string[] {
  return migrationsIn(FOLDER).slice(schema).map(nameOf);
}

function nameOf(file: string): string {
  return file.replace(/\.sql$/, '');
}

function apply(database: Database, sql: string, index: number): void {
  database
    .transaction(() => {
      // Another process may have migrated while this one waited for the lock.
      if (userVersion(database) > index) return;
      database.exec(sql);
      database.pragma(`user_version = ${index + 1}`);
      setId(database);
    })
    .immediate();
}

function setId(database: Database): void {
  if (!hasId(database)) database.pragma(`application_id = ${APPLICATION_ID}`);
}

function hasId(database: Database): boolean {
  return Number(database.pragma('application_id', { simple: true })) === APPLICATION_ID;
}

export function userVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}
