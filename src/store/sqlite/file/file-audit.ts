import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { once } from '../../../domain/values/once.js';
import { migrate } from './migrate.js';
import { addMigrationFunctions } from './migration-functions.js';

/** Tables that an audit of the logs walks. Of orders and audit events it reads only single rows. */
const WALKED = [
  ...['organization', 'agent', 'signing_key', 'receipt', 'log_identity', 'log_head', 'log_node', 'log_entry'],
  ...['log_closed', 'log_checkpoint', 'log_publication', 'log_pending', 'consumer'],
];

/**
 * Describes the first schema object that differs from those that the migrations create. A trigger on any table, or a view
 * in place of one, could change rows or show an audit others than the portal reads. The operator may add tables and
 * indexes.
 */
export function findSchemaFault(database: Database): string | undefined {
  const [expected, found] = [expectedObjects(), objectsIn(database)];
  const changed = [...expected].find(([name, sql]) => found.get(name) !== sql);
  if (changed) return `${changed[0]} is not as this program makes it`;
  const added = [...found.keys()].find((name) => !expected.has(name) && /^(trigger|view) /.test(name));
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
  const rows = database.prepare<[], { readonly name: string; readonly sql: string }>(
    `SELECT type || ' ' || name AS name, ifnull(sql, '') AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'`,
  );
  return new Map(rows.all().map(({ name, sql }) => [name, sql]));
}
