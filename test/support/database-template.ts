import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { loadDemo } from '../../src/cli/demo-shop.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { systemIds } from '../../src/system.js';
import { openOnPostgres, postgresOf, releasePostgresOf, writePostgresOf } from './postgres-of-path.js';
import { type AllRows, inPostgres, readAllRows } from './postgres-rows.js';
import { newStore } from './store.js';
import { temporaryFolder } from './temporary-folder.js';

/**
 * Creates databases by copying a template, since migrating and loading the demo would take half of a portal's startup.
 * Each copy has separate secrets and demo keys; all copies of a worker share the log key. Tests of database creation
 * use `newStore` or the program.
 */

/** Clock for creating the demo's rows, at a time before the start of every test clock. */
const WRITTEN = { now: () => Date.UTC(2020, 0), sleep: async () => undefined };

/** Files of a database, as functions of its path. */
const FILES = [(database: string) => database, logKeyFile] as const;

/** Contents of each file. */
type Template = readonly Buffer[];

interface PostgresTemplate {
  readonly rows: AllRows;
  readonly logKey: Buffer;
}

const SECRETS = "DELETE FROM secret; DELETE FROM api_key; DELETE FROM audit_event WHERE action = 'key.created'";

let empty: Promise<Template> | undefined;
let demo: Promise<Template> | undefined;
let demoRows: Promise<PostgresTemplate> | undefined;

/** Writes a migrated database without rows to a path where no file exists. */
export async function writeEmpty(path: string): Promise<void> {
  empty ??= made(false);
  write(await empty, path);
}

/** Writes a migrated database with the demo's rows but without its keys. */
export async function writeDemo(path: string): Promise<void> {
  demo ??= made(true);
  write(await demo, path);
}

/** Creates a PostgreSQL database with the demo's rows but without its keys, unless the path was used before. */
export async function writeDemoOnPostgres(path: string): Promise<void> {
  if (postgresOf(path) !== undefined || existsSync(logKeyFile(path))) return;
  demoRows ??= madeOnPostgres();
  const { rows, logKey } = await demoRows;
  await writePostgresOf(path, rows);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(logKeyFile(path), logKey, { mode: 0o600, flag: 'wx' });
}

async function madeOnPostgres(): Promise<PostgresTemplate> {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  const store = await openOnPostgres(database, { create: true, needsLogKey: true });
  await loadDemo(store, systemIds, WRITTEN, database);
  await store.close();
  const url = postgresOf(database) ?? '';
  await inPostgres(url, (client) => client.query(SECRETS));
  const template = { rows: await readAllRows(url), logKey: readFileSync(logKeyFile(database)) };
  await releasePostgresOf(database);
  rmSync(folder, { recursive: true });
  return template;
}

function write(template: Template, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  for (const [index, bytes] of template.entries())
    writeFileSync(FILES[index]?.(path) ?? '', bytes, { mode: 0o600, flag: 'wx' });
}

async function made(withDemo: boolean): Promise<Template> {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  const store = await newStore(database);
  if (withDemo) await loadDemo(store, systemIds, WRITTEN, database);
  // Closing the last store moves everything into the main file.
  await store.close();
  removeSecrets(database);
  const files = FILES.map((file) => readFileSync(file(database)));
  rmSync(folder, { recursive: true });
  return files;
}

/** Removes the secrets; opening a copy creates new ones. */
function removeSecrets(database: string): void {
  const file = new DatabaseConstructor(database);
  file.exec(SECRETS);
  file.close();
}
