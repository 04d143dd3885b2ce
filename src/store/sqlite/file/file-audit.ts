import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { once } from '../../../domain/values/once.js';
import { migrate } from './migrate.js';
import { addMigrationFunctions } from './migration-functions.js';

/** Tables that an audit of the logs reads. Of the last two, it reads only single rows. */
const AUDITED_TABLES = [
  ...['organization', 'agent', 'signing_key', 'receipt', 'log_identity', 'log_head', 'log_node', 'log_entry'],
  ...['log_closed', 'log_checkpoint', 'log_publication', 'order', 'audit_event'],
];
const WALKED = AUDITED_TABLES.slice(0, -2);

/**
 * Describes the first schema object that differs from those that the migrations create. A trigger, or a view in place
 * of a table, could show an audit other rows than the portal reads. Additional indexes are allowed.
 */
export function findSchemaFault(database: Database): string | undefined {
  const [expected, found] = [expectedObjects(), objectsIn(database)];
  const changed = [...expected].find(([name, sql]) => found.get(name) !== sql);
  if (changed) return `${changed[0]} is not as this program makes it`;
  const added = [...found.keys()].find((name) => !expected.has(name) && !name.startsWith('index '));
  return added === undefined ? undefined : `${added} was added`;
}

/** Describes damage to tables and indexes, which could hide an existing row from a lookup. */
export function findIntegrityFault(database: Database): string | undefined {
  for (const table of WALKED) {
    const said = String(database.pragma(`integrity_check('${table}')`, { simple: true }));
    if (said !== 'ok') return said;
  }
  return undefined;
}

/** Schema of a migrated file. Computed once for all files that a process audits. */
const expectedObjects = once((): ReadonlyMap<string, string> => {
  const database = new DatabaseConstructor(':memory:');
  try {
    addMigrationFunctions(database);
    migrate(database);
    return objectsIn(database);
  } finally {
    database.close();
  }
});

/** Reads the SQL of tables, views, indexes and triggers, by type and name. It is empty for indexes of constraints. */
function objectsIn(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare<[string], { readonly name: string; readonly sql: string }>(
    `SELECT type || ' ' || name AS name, ifnull(sql, '') AS sql FROM sqlite_schema
     WHERE tbl_name COLLATE NOCASE IN (SELECT value FROM json_each(?))`,
  );
  return new Map(rows.all(JSON.stringify(AUDITED_TABLES)).map(({ name, sql }) => [name, sql]));
}
