import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../package-root.js';
import { DatabaseFault } from '../../../ports.js';
import { migrationsIn } from '../../migrations-in.js';
import type { Connections } from './connections.js';
import { PostgresFault } from './postgres-fault.js';
import type { Session } from './session.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'postgres', 'migrations');
/** Objects that the migrations create: a line for each, with its name and definition. */
export const SCHEMA_FILE = join(PACKAGE_ROOT, 'db', 'postgres', 'schema.txt');

/** One row per applied migration. */
const CREATE_VERSIONS =
  'CREATE TABLE IF NOT EXISTS schema_version (version bigint PRIMARY KEY, applied_at bigint NOT NULL)';
const SELECT_VERSION = 'SELECT coalesce(max(version), 0) AS version FROM schema_version';
const INSERT_VERSION = 'INSERT INTO schema_version (version, applied_at) VALUES ($1, $2)';
const IS_NEW = "SELECT to_regclass('schema_version') IS NULL AS is_new";

/** SQLSTATEs raised when another process creates the same table or applies the same migration concurrently. */
const CREATED_BY_ANOTHER = new Set(['23505', '42P07', '42710']);

/**
 * Migrates a database to the newest schema. Each migration runs once, in order, in its own transaction, even if several
 * processes start concurrently: its version is unique in `schema_version`, so the second process waits for the first.
 * Returns the number of migrations that this program knows.
 * @throws DatabaseFault if the database belongs to a newer version
 * @throws Error if it has no tables of a portal and `create` is false
 */
export function migrate(connections: Connections, create: boolean): Promise<number> {
  return connections.use(async (session) => {
    // Creates the table only if needed, since the role may lack the right to create tables.
    if (await isNew(session)) {
      if (!create) throw new Error('the database has no tables of a portal: create them with `portal init`');
      await ignoreDuplicate(() => session.run(CREATE_VERSIONS));
    }
    const files = migrationsIn(FOLDER);
    const version = await knownVersion(session, files.length);
    for (let next = version; next < files.length; next += 1)
      await ignoreDuplicate(() => apply(session, next + 1, readFileSync(join(FOLDER, files[next] ?? ''), 'utf8')));
    if ((await readVersion(session)) < files.length) throw new Error('the database could not be migrated');
    return files.length;
  });
}

/**
 * Returns the names of the migrations that a database needs, in order. Changes nothing.
 * @throws DatabaseFault if the database belongs to a newer version
 */
export function missingMigrations(connections: Connections): Promise<readonly string[]> {
  return connections.use(async (session) => {
    const files = migrationsIn(FOLDER);
    return (await isNew(session)) ? files : files.slice(await knownVersion(session, files.length));
  });
}

/**
 * Returns the number of applied migrations. `known`: number that this program knew at its start, since an upgrade may
 * have replaced its files in the meantime.
 * @throws DatabaseFault if the database belongs to a newer version
 */
export async function knownVersion(session: Session, known: number): Promise<number> {
  const version = await readVersion(session);
  if (version <= known) return version;
  throw new DatabaseFault(
    'newer',
    `the database has schema ${version}, and this program knows ${known}: use the newer program`,
  );
}

async function isNew(session: Session): Promise<boolean> {
  const [row] = await session.query<{ readonly is_new: boolean }>(IS_NEW);
  return row?.is_new === true;
}

async function readVersion(session: Session): Promise<number> {
  const [row] = await session.query<{ readonly version: number }>(SELECT_VERSION);
  return row?.version ?? 0;
}

async function apply(session: Session, version: number, sql: string): Promise<void> {
  await session.run('BEGIN');
  try {
    await session.query(INSERT_VERSION, [version, Date.now()]);
    await session.run(sql);
    await session.run('COMMIT');
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
}

/** Ignores the error if another process has done the same work concurrently. */
async function ignoreDuplicate(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const byAnother = error instanceof PostgresFault && CREATED_BY_ANOTHER.has(error.code ?? '');
    if (!byAnother) throw error;
  }
}

/** Reads the SQL texts of this program's migrations, in order. */
export function migrationTexts(): string[] {
  return migrationsIn(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
}
