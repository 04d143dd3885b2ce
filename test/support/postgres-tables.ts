import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

let tables: readonly string[] | undefined;

/** Returns the names of all tables on PostgreSQL, each after the tables that it refers to. */
export function postgresTables(): readonly string[] {
  tables ??= readTables();
  return tables;
}

function readTables(): string[] {
  const folder = join(PACKAGE_ROOT, 'db', 'postgres', 'migrations');
  const sql = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const renamed = new Map([...sql.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)].map(([, from, to]) => [from, to]));
  return [...sql.matchAll(/^CREATE TABLE "?(\w+)/gm)].map(([, name = '']) => renamed.get(name) ?? name);
}
