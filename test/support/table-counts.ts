import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { postgresOf } from './postgres-of-path.js';

/** What is signed and proved must not change by a bit, so of these tables every row counts. */
const TO_THE_ROW = new Set(['signing_key', 'receipt', 'log_node', 'log_head', 'log_identity']);

/**
 * Rows per table and the sum of their versions, read beside the portal through a connection of its own; of signing keys,
 * receipts and the log a hash of all rows too.
 */
export function tableCounts(database: string): Readonly<Record<string, unknown>> {
  const url = postgresOf(database);
  if (url !== undefined) return postgresCounts(url);
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    const names = file
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .pluck()
      .all()
      .map(String);
    return Object.fromEntries(names.map((name) => [name, stateOf(file, name)]));
  } finally {
    file.close();
  }
}

function postgresCounts(url: string): Readonly<Record<string, unknown>> {
  const program = new URL('postgres-counts.mjs', import.meta.url).pathname;
  return JSON.parse(execFileSync(process.execPath, [program, url, [...TO_THE_ROW].join()], { encoding: 'utf8' }));
}

/** The last use of a key is noted whenever a call is authenticated, so its versions move. */
function stateOf(file: Sqlite.Database, table: string): unknown {
  const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const versioned = columns.includes('version') && table !== 'api_key';
  const counted = file
    .prepare(`SELECT count(*) AS rows ${versioned ? ', sum(version) AS versions' : ''} FROM "${table}"`)
    .get();
  return TO_THE_ROW.has(table) ? [counted, hashOf(file, table)] : counted;
}

function hashOf(file: Sqlite.Database, table: string): string {
  const hash = createHash('sha256');
  const rows = file.prepare(`SELECT * FROM "${table}" ORDER BY ${keyOf(file, table)}`).raw();
  for (const row of rows.iterate()) hash.update(JSON.stringify(row)).update('\n');
  return hash.digest('hex');
}

function keyOf(file: Sqlite.Database, table: string): string {
  return file
    .prepare(`SELECT group_concat(name) FROM pragma_table_info('${table}') WHERE pk > 0`)
    .pluck()
    .get() as string;
}
