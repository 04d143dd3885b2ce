import DatabaseConstructor from 'better-sqlite3';
import { DatabaseError } from 'pg';
import { AUDITED_TABLES } from '../../../src/store/log/audited-rows.js';
import { columnTypes } from '../../../src/store/tables/stored-columns.js';
import { inPostgres } from '../../support/postgres-rows.js';

/** All rows of a table, as the parameter of `json_populate_recordset`. */
interface TableRows {
  readonly columns: string;
  readonly json: string;
}

/** PostgreSQL numbers the events of each subject and organization, which SQLite reads in the order of its rows. */
const NUMBERED_EVENTS = `
  SELECT *, row_number() OVER (PARTITION BY subject_type, subject_id ORDER BY rowid) AS seq,
    CASE WHEN subject_type <> 'checkout' THEN row_number() OVER (
      PARTITION BY organization_id, subject_type <> 'checkout' ORDER BY rowid
    ) END AS trail
  FROM audit_event ORDER BY rowid`;

/** A PostgreSQL database whose audited rows are those of a file, so that a change to the file is one to the database. */
export class Mirror {
  private readonly url: string;
  private stored: ReadonlyMap<string, TableRows> = new Map();

  constructor(url: string) {
    this.url = url;
  }

  /**
   * Copies the rows of a file, without triggers and foreign keys. Returns what PostgreSQL says against them, and then
   * changes nothing; `undefined` if it stores them.
   */
  async copy(file: string): Promise<string | undefined> {
    const wanted = readTables(file);
    const changed = [...wanted].filter(([name, { json }]) => this.stored.get(name)?.json !== json);
    try {
      await inPostgres(this.url, async (client) => {
        await client.query('BEGIN; SET LOCAL session_replication_role = replica');
        for (const [name] of changed) await client.query(`DELETE FROM "${name}"`);
        for (const [name, { columns, json }] of changed.filter(([, { columns }]) => columns !== ''))
          await client.query(
            `INSERT INTO "${name}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", $1)`,
            [json],
          );
        await client.query('COMMIT');
      });
      this.stored = wanted;
      return undefined;
    } catch (error) {
      if (error instanceof DatabaseError) return error.message;
      throw error;
    }
  }
}

function readTables(file: string): ReadonlyMap<string, TableRows> {
  const database = new DatabaseConstructor(file, { readonly: true });
  try {
    return new Map(AUDITED_TABLES.map((name) => [name, readTable(database, name)]));
  } finally {
    database.close();
  }
}

function readTable(database: DatabaseConstructor.Database, name: string): TableRows {
  const sql = name === 'audit_event' ? NUMBERED_EVENTS : `SELECT * FROM "${name}"`;
  const rows = database.prepare<[], Readonly<Record<string, unknown>>>(sql).all();
  // PostgreSQL itself fills columns that no row has.
  const columns = Object.keys(columnTypes(name)).filter((column) => rows.some((row) => row[column] != null));
  const list = columns.map((column) => `"${column}"`).join();
  const inText = rows.map((row) => Object.fromEntries(columns.map((column) => [column, textOf(row[column])])));
  return { columns: list, json: JSON.stringify(inText) };
}

/** Writes bytes as PostgreSQL reads them in a text. */
function textOf(cell: unknown): unknown {
  return Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : cell;
}
