import { readFileSync } from 'node:fs';
import { SCHEMA_FILE } from '../connection/migrate.js';
import type { Session } from '../connection/session.js';

/**
 * Objects of the schema that has the portal's tables, by type and name. `home` is that schema. Definitions are without
 * its name. Constraints that PostgreSQL 18 stores for NOT NULL are omitted; columns have them.
 */
const OBJECTS = `
  WITH home AS (SELECT relnamespace AS oid FROM pg_class WHERE oid = to_regclass('organization')),
    tables AS (SELECT pg_class.* FROM pg_class JOIN home ON relnamespace = home.oid WHERE relkind IN ('r', 'p', 'v', 'm', 'f'))
  SELECT 'table ' || relname AS name, concat_ws(' ', relkind, relpersistence,
      CASE WHEN relrowsecurity THEN 'row security' END, CASE WHEN relhasrules THEN 'rules' END,
      CASE WHEN EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = tables.oid) THEN 'inherited' END,
      (SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
          nullif(attidentity::text, ''), nullif(attgenerated::text, ''), collname, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attname)
       FROM pg_attribute LEFT JOIN pg_collation ON pg_collation.oid = attcollation
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = tables.oid AND attnum > 0 AND NOT attisdropped)) AS definition
  FROM tables
  UNION ALL
  SELECT 'constraint ' || conname || ' of ' || relname, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid),
      CASE WHEN NOT convalidated THEN 'NOT VALID' END)
  FROM pg_constraint JOIN tables ON tables.oid = conrelid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT 'index ' || pg_class.relname, concat_ws(' ', pg_get_indexdef(indexrelid),
      CASE WHEN NOT (indisvalid AND indisready AND indislive) THEN 'unusable' END)
  FROM pg_index JOIN tables ON tables.oid = indrelid JOIN pg_class ON pg_class.oid = indexrelid
  UNION ALL
  SELECT 'trigger ' || tgname || ' of ' || relname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  FROM pg_trigger JOIN tables ON tables.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL
  SELECT 'event trigger ' || evtname, evtevent FROM pg_event_trigger WHERE evtenabled <> 'D'`;
const HOME = `
  SELECT quote_ident(nspname) AS home FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid
  WHERE pg_class.oid = to_regclass('organization')`;

interface SchemaObject {
  readonly name: string;
  readonly definition: string;
}

/** Reads the objects of a database's schema, in the form of `SCHEMA_FILE`. */
export async function readSchema(session: Session): Promise<string[]> {
  const [[home], objects] = await Promise.all([
    session.query<{ readonly home: string }>(HOME),
    session.query<SchemaObject & Record<string, unknown>>(OBJECTS),
  ]);
  const prefix = `${home?.home}.`;
  return objects.map(({ name, definition }) => `${name}: ${definition.replaceAll(prefix, '')}`).sort();
}

/** Objects that nobody may add: unlike a table or an index of the operator, they change what the portal does. */
const FORBIDDEN = /^(trigger|event trigger|constraint) /;

/**
 * Lists objects of a database that are missing or differ from those that the migrations create, and added triggers and
 * constraints. Additional tables and indexes are allowed.
 */
export async function findSchemaFaults(session: Session): Promise<string[]> {
  const expected = readFileSync(SCHEMA_FILE, 'utf8').trimEnd().split('\n');
  const found = await readSchema(session);
  const [known, there] = [new Set(expected), new Set(found)];
  const nameOf = (line: string) => line.slice(0, line.indexOf(': '));
  const own = new Set(expected.map(nameOf).filter((name) => name.startsWith('table ')));
  const isOurs = (name: string) => name.startsWith('event ') || own.has(`table ${name.split(' of ').at(-1)}`);
  const changed = expected.filter((line) => !there.has(line)).map(nameOf);
  const added = found.filter((line) => !known.has(line) && FORBIDDEN.test(line)).map(nameOf);
  return [...new Set([...changed, ...added.filter(isOurs)])];
}
