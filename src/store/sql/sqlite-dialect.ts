import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { type Dialect, toRendered, type Words } from './dialect.js';
import { sqliteToken } from './token-text.js';
import { type Scalar, TokenGroup, type Value } from './values.js';

const drizzle = new SQLiteSyncDialect();

/** The id in the data of a log entry, as in the index `log_entry_of_id`. */
export const SQLITE_ENTRY_ID =
  "CAST(CASE WHEN json_valid(CAST(data AS TEXT)) THEN CAST(data AS TEXT) ->> '$.id' END AS TEXT)";

export const SQLITE_WORDS: Words = {
  anyOf: (value, list) => sql`${value} IN (SELECT value FROM json_each(${list}))`,
  jsonText: (json, ...path) => sql`${json} ->> ${literal(`$.${path.join('.')}`)}`,
  jsonInteger: (json, member) => sql`${json} ->> ${literal(`$.${member}`)}`,
  jsonListHas: (list, text) => sql`${text} IN (SELECT value FROM json_each(${list}))`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  itemsWithTokens: (groups) =>
    sql`SELECT rowid AS seq FROM item_token WHERE item_token MATCH ${sql.join([...groups], sql` || ' AND ' || `)}`,
  itemHasToken: (seq, group) => sql`+${seq} IN (SELECT rowid FROM item_token WHERE item_token MATCH ${group})`,
  jsonRows(alias, columns, json) {
    const members = Object.keys(columns).map((name, at) => sql.raw(`value ->> ${at} AS ${name}`));
    return sql`(SELECT ${sql.join(members, sql`, `)} FROM json_each(${json})) AS ${sql.raw(alias)}`;
  },
  rowColumns: sql`key`,
  orEmpty: (column) => sql.raw(`ifnull(${column}, '')`),
  entryId: sql.raw(SQLITE_ENTRY_ID),
  // The index has a part for each 512 leaves of the log, newest first here (migration receipts_by_hash).
  receiptOf: (organizationId, hash) => sql`SELECT * FROM receipt WHERE rowid = (
    WITH RECURSIVE part (number) AS (
      SELECT max(log_index) >> 9 FROM receipt WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT number - 1 FROM part WHERE number > 0
    )
    SELECT receipt.rowid FROM part CROSS JOIN receipt INDEXED BY receipt_by_hash
    WHERE organization_id = ${organizationId} AND log_index >> 9 = number
      AND substr(receipt_hash, 1, 16) = substr(${hash}, 1, 16) AND receipt_hash = ${hash}
  )`,
  indexedBy: (index) => sql.raw(`INDEXED BY ${index}`),
  unindexed: (column) => sql`+${column}`,
  nestedJoin: sql.raw('CROSS JOIN'),
  alsoOnFile: (select) => sql` UNION ALL ${select}`,
  rowNumber: () => sql.raw('rowid'),
};

export const SQLITE: Dialect<Scalar> = {
  words: SQLITE_WORDS,
  render: (query) => toRendered(drizzle.sqlToQuery(query), encode),
};

function literal(text: string) {
  return sql.raw(`'${text}'`);
}

function encode(value: Value | TokenGroup): Scalar {
  if (value instanceof TokenGroup) return matchOf(value);
  return isList(value) ? JSON.stringify(value) : value;
}

/** Builds an FTS5 expression that matches any of the tokens, which contain no operator characters. */
function matchOf({ shopId, tokens }: TokenGroup): string {
  return `(${tokens.map((token) => `"${sqliteToken(shopId, token)}"`).join(' OR ')})`;
}

function isList(value: Value): value is readonly Scalar[] {
  return Array.isArray(value);
}
