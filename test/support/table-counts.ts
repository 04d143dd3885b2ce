import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { postgresOf } from './postgres-of-path.js';
import { inPostgres } from './postgres-rows.js';

/** Tables whose rows are all hashed, since signed data must not change at all. */
const TO_THE_ROW = new Set(['signing_key', 'receipt', 'log_node', 'log_head', 'log_identity']);
/** PostgreSQL tables that change with any write, or while a process runs. */
const NOTED = new Set(['schema_version', 'write_batch', 'process']);

const VERSIONED = `
  SELECT table_name AS name, bool_or(column_name = 'version') AS versioned
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name`;

/**
 * Counts the rows of each table and sums their versions, through a separate connection. For signing keys, receipts and
 * the log, it also hashes all rows.
 */
export async function tableCounts(database: string): Promise<Readonly<Record<string, unknown>>> {
  const url = postgresOf(database);
  return url === undefined ? countsOfFile(database) : countsOfServer(url);
}

interface Counted {
  readonly name: string;
  readonly rows: number;
  readonly versions: number | null;
  readonly every: string | null;
}

function countsOfFile(database: string): Readonly<Record<string, unknown>> {
  const counted = countingOf(database).all();
  return Object.fromEntries(
    counted.map(({ name, rows, versions, every }) => [name, { rows, versions, ...hashed(every) }]),
  );
}

const hashed = (rows: string | null) => rows !== null && { hash: createHash('sha256').update(rows).digest('hex') };

interface Counting {
  readonly inode: number;
  readonly schema: unknown;
  readonly file: Sqlite.Database;
  readonly statement: Sqlite.Statement<[], Counted>;
}

/** The most recently counted file, kept open: opening it and preparing the statement take far longer than counting. */
let last: Counting | undefined;

function countingOf(database: string): Counting['statement'] {
  const { ino } = statSync(database);
  if (last?.inode === ino && last.schema === schemaOf(last.file)) return last.statement;
  last?.file.close();
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  const tables = file
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  const statement = file.prepare<[], Counted>(tables.map((name) => countOf(file, name)).join(' UNION ALL '));
  last = { inode: ino, schema: schemaOf(file), file, statement };
  return statement;
}

/** Version of the schema, which changes with the tables. */
function schemaOf(file: Sqlite.Database): unknown {
  return file.pragma('schema_version', { simple: true });
}

function countOf(file: Sqlite.Database, table: string): string {
  const columns = file.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  const versions = isCounted(table, columns.includes('version')) ? 'sum(version)' : 'NULL';
  const every = TO_THE_ROW.has(table) ? everyRowOf(file, table, columns) : 'NULL';
  return `SELECT '${table}' AS name, count(*) AS rows, ${versions} AS versions, ${every} AS every FROM "${table}"`;
}

function everyRowOf(file: Sqlite.Database, table: string, columns: readonly string[]): string {
  const row = columns.map((column) => `quote("${column}")`).join(" || ',' || ");
  return `(SELECT group_concat(row, char(10)) FROM (SELECT ${row} AS row FROM "${table}" ORDER BY ${keyOf(file, table)}))`;
}

/** Counts all tables in one snapshot. */
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

/** True if the table's versions are summed. Those of API keys are not, since recording their last use changes them. */
function isCounted(table: string, versioned: boolean): boolean {
  return versioned && table !== 'api_key';
}

function keyOf(file: Sqlite.Database, table: string): string {
  return file
    .prepare(`SELECT group_concat(name) FROM pragma_table_info('${table}') WHERE pk > 0`)
    .pluck()
    .get() as string;
}
