import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Dialect, toRendered, type Words } from './dialect.js';
import { postgresToken } from './token-text.js';
import { TokenGroup, type Value } from './values.js';

const drizzle = new PgDialect();

/** The id in the data of a log entry, as in the index `log_entry_of_id`. */
export const POSTGRES_ENTRY_ID = `substring(encode(data, 'escape') from '"id":"([^"]*)"')`;

export const POSTGRES_WORDS: Words = {
  anyOf: (value, list) => sql`${value} = ANY(${list})`,
  jsonText: (json, ...path) => sql`${json}::json #>> ${sql.raw(`'{${path.join()}}'`)}`,
  jsonInteger: (json, member) => sql`(${json}::json ->> ${sql.raw(`'${member}'`)})::bigint`,
  jsonListHas: (list, text) =>
    sql`EXISTS (SELECT 1 FROM json_array_elements_text(${list}::json) AS member WHERE member = ${text})`,
  contains: (text, part) => sql`position(${part} IN ${text}) > 0`,
  itemsWithTokens(groups) {
    const conditions = groups.map((group) => sql`tokens && ${group}::text[]`);
    return sql`SELECT seq FROM item_search WHERE ${sql.join(conditions, sql` AND `)}`;
  },
  itemHasToken: (seq, group) => sql`
    EXISTS (SELECT 1 FROM item_search WHERE item_search.seq = ${seq} AND item_search.tokens && ${group}::text[])`,
  jsonRows(alias, columns, json) {
    const members = Object.entries(columns).map(([name, type], at) => sql.raw(`(value ->> ${at})::${type} AS ${name}`));
    return sql`(SELECT ${sql.join(members, sql`, `)} FROM json_array_elements(${json}::json)) AS ${sql.raw(alias)}`;
  },
  rowColumns: sql`key, version, body`,
  orEmpty: (column) => sql.raw(`coalesce(${column}, '')`),
  entryId: sql.raw(POSTGRES_ENTRY_ID),
  // The index has a part for each 16,384 leaves of the log, newest first here (migration receipts_by_hash).
  receiptOf: (organizationId, hash) => sql`
    SELECT found.* FROM generate_series(
      (SELECT max(log_index) >> 14 FROM receipt WHERE organization_id = ${organizationId}), 0, -1
    ) AS part, LATERAL (
      SELECT * FROM receipt
      WHERE organization_id || '' = ${organizationId} AND log_index >> 14 = part
        AND left(receipt_hash, 16) = left(${hash}, 16) AND receipt_hash = ${hash}
      LIMIT 1
    ) AS found LIMIT 1`,
  indexedBy: () => sql.empty(),
  unindexed: (column) => sql`${column}`,
  nestedJoin: sql.raw('JOIN'),
  alsoOnFile: () => sql.empty(),
  rowNumber: (column) => sql.raw(column),
};

export const POSTGRES: Dialect<Value> = {
  words: POSTGRES_WORDS,
  render: (query) => toRendered(drizzle.sqlToQuery(query), encode),
};

function encode(value: Value | TokenGroup): Value {
  return value instanceof TokenGroup ? value.tokens.map((token) => postgresToken(value.shopId, token)) : value;
}
