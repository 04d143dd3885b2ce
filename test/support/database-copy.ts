import { copyFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { copyPostgresOf, postgresOf } from './postgres-of-path.js';

/** Copies the database of a running portal, with its companion files, to an unused path. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (postgresOf(from) === undefined) copyFile(from, to);
  else await copyPostgresOf(from, to);
  for (const file of ['log-key', 'demo-keys.json']) copyFileSync(`${from}.${file}`, `${to}.${file}`);
}

function copyFile(from: string, to: string): void {
  const source = new Sqlite(from);
  source.prepare('VACUUM INTO ?').run(to);
  source.close();
}
