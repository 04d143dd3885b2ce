import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { postgresOf } from './postgres-of-path.js';
import { inPostgres } from './postgres-rows.js';

/** What is signed and proved must not change by a bit, so of these tables every row counts. */
const TO_THE_ROW = new Set(['signing_key', 'receipt', 'log_node', 'log_head', 'log_identity']);
/** Of a server: noted whenever anything is written, or while a process runs. */
const NOTED = new Set(['schema_version', 'writer', 'process']);

const VERSIONED = `
  SELECT table_name AS name, bool_or(column_name = 'version') AS versioned
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name`;

/**
 * Rows per table and the sum of their versions, read beside the portal through a connection of its own; of signing keys,
 * receipts and the log a hash of all rows too.
 */
export async function tableCounts(database: string): Promise<Readonly<Record<string, unknown>>> {
  const url = postgresOf(database);
  return url === undefined ? countsOfFile(database) : countsOfServer(url);
}

function countsOfFile(database: string): Readonly<Record<string, unknown>> {
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

/** All tables at one moment. */
function countsOfServer(url: string): Promise<Readonly<Record<string, unknown>>> {
  return inPostgres(url, async (client) => {
    const { rows: tables } = await client.query<{ readonly name: string; readonly versioned: boolean }>(VERSIONED);
    const counts = tables
      .filter(({ name }) => !NOTED.has(name))
      .map(({ name, versioned }) => {
        const hash = TO_THE_ROW.has(name) ? "md5(string_agg(one::text, ' ' ORDER BY one::text))" : 'NULL::text';
        return `SELECT '${name}' AS name, count(*) AS rows, ${isCounted(name, versioned) ? 'sum(version)' : 'NULL'}::bigint AS versions, ${hash} AS hash FROM "${name}" AS one`;
      });
    const { rows } = await client.query<{ readonly name: string }>(counts.join(' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, ...counted }) => [name, counted]));
  });
}

/** The last use of a key is noted whenever a call is authenticated, so its versions move. */
function isCounted(table: string, versioned: boolean): boolean {
  return versioned && table !== 'api_key';
}

function stateOf(file: Sqlite.Database, table: string): unknown {
  const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const versioned = isCounted(table, columns.includes('version'));
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
