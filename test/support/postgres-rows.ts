import { Client } from 'pg';
import { TYPES } from '../../src/store/postgres/connection/types.js';

const TABLES = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' ORDER BY 1`;
const SEQUENCES = `
  SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`;

/** Runs a function on a separate connection to a PostgreSQL database. */
export async function inPostgres<R>(url: string, work: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: url, types: TYPES });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ readonly tablename: string }>(TABLES);
  return rows.map(({ tablename }) => tablename);
}

/** The rows of each table that has any, as JSON. */
export type AllRows = readonly (readonly [table: string, rows: string])[];

/** Reads a snapshot of all rows. */
export function readAllRows(url: string): Promise<AllRows> {
  return inPostgres(url, rowsAsJson);
}

/** Writes rows into a database with the same empty tables. */
export async function writeAllRows(url: string, all: AllRows): Promise<void> {
  await inPostgres(url, async (client) => {
    // Triggers are off, since they would count rows twice.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, rows] of all)
      await client.query(`INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`, [rows]);
    await numberOnwards(client);
    await client.query('COMMIT');
  });
}

async function rowsAsJson(client: Client): Promise<AllRows> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await tablesOf(client);
  const copied: [table: string, rows: string][] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ readonly all: string | null }>(
      `SELECT json_agg(one)::text AS all FROM "${table}" AS one`,
    );
    if (typeof rows[0]?.all === 'string') copied.push([table, rows[0].all]);
  }
  return copied;
}

/** Continues numbering new rows after the copied ones. */
async function numberOnwards(client: Client): Promise<void> {
  const { rows } = await client.query<{ readonly table_name: string; readonly column_name: string }>(SEQUENCES);
  for (const { table_name: table, column_name: column } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', $1), (SELECT coalesce(max("${column}"), 0) + 1 FROM "${table}"), false)`,
      [column],
    );
}
