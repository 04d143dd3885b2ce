import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { type Dialect, rendered, type Words } from './dialect.js';
import type { Scalar, Value } from './values.js';

const drizzle = new SQLiteSyncDialect();

export const SQLITE_WORDS: Words = {
  anyOf: (value, list) => sql`${value} IN (SELECT value FROM json_each(${list}))`,
  jsonText: (json, ...path) => sql`${json} ->> ${literal(`$.${path.join('.')}`)}`,
  jsonInteger: (json, member) => sql`${json} ->> ${literal(`$.${member}`)}`,
  jsonHas: (json, text) => sql`EXISTS (SELECT 1 FROM json_each(${json}) WHERE value = ${text})`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  jsonRows(alias, columns, json) {
    const members = Object.keys(columns).map((name, at) => sql.raw(`value ->> ${at} AS ${name}`));
    return sql`(SELECT ${sql.join(members, sql`, `)} FROM json_each(${json})) AS ${sql.raw(alias)}`;
  },
  indexedBy: (index) => sql.raw(`INDEXED BY ${index}`),
  unindexed: (column) => sql`+${column}`,
  nestedJoin: sql.raw('CROSS JOIN'),
  rowNumber: () => sql.raw('rowid'),
};

export const SQLITE: Dialect<Scalar> = {
  words: SQLITE_WORDS,
  render: (query) => rendered(drizzle.sqlToQuery(query), encode),
};

function literal(text: string) {
  return sql.raw(`'${text}'`);
}

function encode(value: Value): Scalar {
  return isList(value) ? JSON.stringify(value) : value;
}

function isList(value: Value): value is readonly Scalar[] {
  return Array.isArray(value);
}
