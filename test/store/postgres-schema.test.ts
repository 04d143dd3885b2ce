import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { SCHEMA_FILE } from '../../src/store/postgres/connection/migrate.js';
import { findSchemaFaults, readSchema } from '../../src/store/postgres/log/schema-objects.js';
import { columnTypes, storedColumns } from '../../src/store/tables/stored-columns.js';
import { writeEmpty } from '../support/database-template.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Tables that only PostgreSQL has: migrations, commit markers and processes. */
const OWN_TABLES = ['schema_version', 'write_batch', 'process'];
/** Index of search tokens: an FTS5 table in SQLite, a column with an index in PostgreSQL. */
const TOKENS = { column: 'item_search.tokens', index: 'item_search(tokens)' };
/** SQLite numbers audit events by row id, which needs no column. */
const EVENT_PLACES = {
  columns: ['audit_event.seq bigint not null', 'audit_event.trail bigint'],
  indexes: ['unique audit_event(subject_type,subject_id,seq)', 'unique audit_event(organization_id,trail) where'],
};
/** Columns assigned by the server, so never null. */
const NUMBERED = ['shop.seq bigint', 'order.seq bigint'];
/** SQLite's indexes that differ on PostgreSQL; the migration explains why. */
const OTHERWISE = [
  'audit_event(subject_type,subject_id)',
  'audit_event(organization_id) where',
  'item(shop_id,product_id,seq,key,price,options) where',
  'receipt(organization_id,?,?)',
];
const INSTEAD = ['item(shop_id,product_id,seq) where', 'receipt(?,?,?)'];

const TYPES: Readonly<Record<string, string>> = { TEXT: 'text', INTEGER: 'bigint', BLOB: 'bytea' };

let folder: string;
let sqlite: DatabaseConstructor.Database;
let url: string;
let postgres: Client;
beforeAll(async () => {
  folder = temporaryFolder();
  await writeEmpty(join(folder, 'portal.db'));
  sqlite = new DatabaseConstructor(join(folder, 'portal.db'), { readonly: true });
  url = await newPostgres();
  postgres = new Client({ connectionString: url });
  await postgres.connect();
});
afterAll(async () => {
  sqlite.close();
  await postgres.end();
  await releasePostgres(url);
  rmSync(folder, { recursive: true });
});

/** Runs a query on PostgreSQL and returns its column `text`, sorted. */
const texts = async (sql: string) => (await postgres.query<{ text: string }>(sql)).rows.map(({ text }) => text).sort();
const inFile = (sql: string) => sqlite.prepare<[], string>(sql).pluck().all().sort();

const COLUMNS = `
  SELECT table_name || '.' || column_name || ' ' || CASE data_type WHEN 'ARRAY' THEN 'text[]' ELSE data_type END
    || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END AS text
  FROM information_schema.columns WHERE table_schema = 'public'`;

it('creates the objects with which an audit compares a database', async () => {
  const connections = new Connections(url, 1);
  const lines = await connections.use(readSchema);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(SCHEMA_FILE);
  expect(await connections.use(findSchemaFaults)).toEqual([]);
  await connections.close();
});

it('creates the declared columns on PostgreSQL', async () => {
  const declared = [...storedColumns('postgres')].flatMap(([table, columns]) => {
    const types = columnTypes(table);
    return Object.entries(columns).map(
      ([name, { nullable }]) => `${table}.${name} ${types[name]}${nullable ? '' : ' not null'}`,
    );
  });
  const there = (await texts(COLUMNS)).filter((column) => !column.startsWith('schema_version.'));
  expect(there).toEqual(declared.sort());
});

it('creates the same columns as SQLite', async () => {
  const columns = inFile(`
    SELECT tables.name || '.' || columns.name || ' ' || columns.type || iif(columns."notnull" + columns.pk > 0, ' not null', '')
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE 'item_token%' AND tables.name NOT IN ('table_change', 'file_mark', 'indexed_order')`);
  const there = (await texts(COLUMNS)).filter((column) => !OWN_TABLES.some((table) => column.startsWith(`${table}.`)));
  const more = [`${TOKENS.column} text[] not null`, ...EVENT_PLACES.columns];
  const expected = columns
    .map((column) => column.replace(/TEXT|INTEGER|BLOB/, (type) => TYPES[type] ?? type))
    .map((column) => (NUMBERED.includes(column) ? `${column} not null` : column));
  expect(there).toEqual([...expected, ...more].sort());
});

it('gives every text column the collation C, which compares bytes', async () => {
  const others = await texts(`
    SELECT table_name || '.' || column_name AS text FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'ARRAY') AND collation_name IS DISTINCT FROM 'C'`);
  expect(others).toEqual([]);
});

it('creates the same indexes as SQLite', async () => {
  const there = await texts(`
    SELECT CASE WHEN index.indisunique THEN 'unique ' ELSE '' END || tables.relname || '('
      || (SELECT string_agg(coalesce(attname, '?'), ',' ORDER BY place)
          FROM unnest(index.indkey) WITH ORDINALITY AS keys (number, place)
          LEFT JOIN pg_attribute ON attrelid = tables.oid AND attnum = keys.number AND attnum > 0)
      || ')' || CASE WHEN index.indpred IS NULL THEN '' ELSE ' where' END AS text
    FROM pg_index AS index JOIN pg_class AS tables ON tables.oid = index.indrelid
    JOIN pg_namespace ON pg_namespace.oid = tables.relnamespace AND nspname = 'public'`);
  const inSqlite = inFile(`
    SELECT iif("unique", 'unique ', '') || tables.name || '('
      || (SELECT group_concat(coalesce(name, '?'), ',') FROM (SELECT name FROM pragma_index_xinfo(indexes.name) WHERE key = 1 ORDER BY seqno))
      || ')' || iif(indexes.partial, ' where', '')
    FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indexes
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'item_token%' AND tables.name NOT IN ('table_change', 'file_mark', 'indexed_order')
    UNION ALL
    SELECT 'unique ' || tables.name || '(' || columns.name || ')'
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.pk = 1 AND columns.type = 'INTEGER' AND tables.name NOT LIKE 'item_token%' AND tables.name NOT IN ('table_change', 'file_mark', 'indexed_order') AND NOT EXISTS (
      SELECT 1 FROM pragma_index_list(tables.name) WHERE origin = 'pk')`);
  const ours = there.filter((index) => !OWN_TABLES.some((table) => index.startsWith(`unique ${table}(`)));
  const expected = inSqlite.filter((index) => !OTHERWISE.includes(index));
  expect(ours).toEqual([...expected, ...INSTEAD, TOKENS.index, ...EVENT_PLACES.indexes].sort());
});
