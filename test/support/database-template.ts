import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { systemIds } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo-shop.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { newStore } from './store.js';
import { temporaryFolder } from './temporary-folder.js';

/**
 * New databases as copies of one that this worker has made, since migrating a file and loading the demo would take half
 * of the time in which a portal starts. Each has secrets and demo keys of its own, as it would otherwise; only the log's
 * key is that of all databases of the worker. Tests of how a database begins make theirs with `newStore` or the program.
 */

/** When the rows of the demo were written: before the first instant of every clock of the tests. */
const WRITTEN = { now: () => Date.UTC(2020, 0), sleep: async () => undefined };

/** The files of a database, by what they are called for its path. */
const FILES = [(database: string) => database, logKeyFile] as const;

/** The bytes of each file. */
type Template = readonly Buffer[];

let empty: Promise<Template> | undefined;
let demo: Promise<Template> | undefined;

/** Writes a migrated database without rows to a path where there is none. */
export async function writeEmpty(path: string): Promise<void> {
  empty ??= made(false);
  write(await empty, path);
}

/** The same with the demo loaded, but for its keys. */
export async function writeDemo(path: string): Promise<void> {
  demo ??= made(true);
  write(await demo, path);
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
  // With the last store closed, all is in the file itself.
  await store.close();
  removeSecrets(database);
  const files = FILES.map((file) => readFileSync(file(database)));
  rmSync(folder, { recursive: true });
  return files;
}

/** Whoever opens a copy makes new ones. */
function removeSecrets(database: string): void {
  const file = new DatabaseConstructor(database);
  file.exec("DELETE FROM secret; DELETE FROM api_key; DELETE FROM audit_event WHERE action = 'key.created'");
  file.close();
}
