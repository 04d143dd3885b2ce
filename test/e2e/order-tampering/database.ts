import DatabaseConstructor from 'better-sqlite3';
import { once } from '../../../src/domain/values/once.js';
import { logKeyFile } from '../../../src/store/log/log-key-file.js';
import type { OpenedAudit } from '../../../src/store/log/opened-audit.js';
import { openAudit as openOnServer } from '../../../src/store/postgres/log/open-audit.js';
import { openAudit as openOnFile } from '../../../src/store/sqlite/log/open-audit.js';
import { postgresOf } from '../../support/postgres-of-path.js';
import { inPostgres } from '../../support/postgres-rows.js';
import type { StoredRow } from './cases.js';

type Value = string | number | Buffer | null;
type Columns = Readonly<Record<string, Value>>;

/** A database as an attacker with SQL sees it. */
export interface AttackedDatabase {
  /** Runs a statement whose parameters are `?`. Returns its rows. */
  run(sql: string, values: readonly Value[]): Promise<Columns[]>;
  /** The audit of the database, opened at the first call. */
  audit(): Promise<OpenedAudit>;
}

export function attackedFile(path: string): AttackedDatabase {
  return {
    async run(sql, values) {
      const database = new DatabaseConstructor(path);
      try {
        database.pragma('foreign_keys = OFF');
        const statement = database.prepare<Value[], Columns>(sql);
        if (statement.reader) return statement.all(...values);
        statement.run(...values);
        return [];
      } finally {
        database.close();
      }
    },
    audit: once(async () => openOnFile(path, {})),
  };
}

/** `path`: the file that the database replaces. */
export function attackedServer(path: string, url: string): AttackedDatabase {
  return {
    run: (sql, values) =>
      inPostgres(url, async (client) => {
        await client.query('SET session_replication_role = replica');
        const [first = '', ...rest] = sql.split('?');
        const numbered = rest.reduce((text, part, index) => `${text}$${index + 1}${part}`, first);
        return (await client.query<Record<string, Value>>(numbered, [...values])).rows;
      }),
    audit: once(() => openOnServer(url, { logKey: logKeyFile(path) })),
  };
}

/** `path`: that of a test portal, which may stand for a database of PostgreSQL. */
export function attackedDatabase(path: string): AttackedDatabase {
  const url = postgresOf(path);
  return url === undefined ? attackedFile(path) : attackedServer(path, url);
}

/** Returns the first fault that an audit of the log names; null if there is none. */
export async function faultOf(database: AttackedDatabase, organizationId: string): Promise<string | null> {
  const { auditor } = await database.audit();
  return (await auditor.audit(organizationId)).fault;
}

/** Changes a row, and returns a function that puts it back. */
export async function changeRow(
  database: AttackedDatabase,
  table: string,
  key: string,
  change: (row: StoredRow) => void,
): Promise<() => Promise<void>> {
  const before = await readRow(database, table, key);
  const columns = { ...before };
  const body: unknown = JSON.parse(String(before.body));
  change({ columns, body });
  await writeRow(database, table, key, { ...columns, body: JSON.stringify(body) });
  return () => writeRow(database, table, key, before);
}

export async function readRow(database: AttackedDatabase, table: string, key: string): Promise<Columns> {
  const [row] = await database.run(`SELECT * FROM "${table}" WHERE key = ?`, [key]);
  if (!row) throw new Error(`no row ${key} in ${table}`);
  return row;
}

export async function insertRow(database: AttackedDatabase, table: string, row: Columns): Promise<void> {
  const names = Object.keys(row);
  const places = names.map(() => '?');
  await database.run(
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${places.join()})`,
    Object.values(row),
  );
}

async function writeRow(database: AttackedDatabase, table: string, key: string, row: Columns): Promise<void> {
  const sets = Object.keys(row).map((name) => `"${name}" = ?`);
  await database.run(`UPDATE "${table}" SET ${sets.join()} WHERE key = ?`, [...Object.values(row), key]);
}
