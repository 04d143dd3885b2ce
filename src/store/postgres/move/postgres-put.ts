import { decodeIndexed, type IndexedItem } from '../../move/indexed-item.js';
import type { MovedTable } from '../../move/moved-tables.js';
import { type Cell, cellsOf, type MovedRow } from '../../move/side.js';
import { awaitSent } from '../connection/await-sent.js';
import type { Session } from '../connection/session.js';
import { quote, rowsOf } from '../connection/tables.js';
import { toArrayText } from '../connection/texts.js';
import { indexedOf } from '../search/indexed-item.js';

/** Deletes the search terms of orders whose rows are about to be replaced. */
const DROP_TERMS = `
  DELETE FROM order_term USING "order" AS had, shop, unnest(string_to_array(had.terms, E'\\n')) AS words (word)
  WHERE had.key = ANY($1) AND shop.key = had.shop_id
    AND order_term.shop_seq = shop.seq AND order_term.term = words.word AND order_term.order_seq = had.seq`;
const ADD_TERMS = `
  INSERT INTO order_term (shop_seq, term, order_seq)
  SELECT DISTINCT shop.seq, words.word, has.seq
  FROM "order" AS has JOIN shop ON shop.key = has.shop_id
  CROSS JOIN LATERAL unnest(string_to_array(has.terms, E'\\n')) AS words (word)
  WHERE has.key = ANY($1) AND words.word <> ''`;
const INDEXED = `
  SELECT item.seq, item.version, item.body, shop.version AS shop_version, shop.body AS shop_body
  FROM item JOIN shop ON shop.key = item.shop_id WHERE item.seq = ANY($1)`;

interface IndexedRow extends IndexedItem {
  readonly [column: string]: unknown;
  readonly seq: number;
}

/** Writes rows in one transaction, together with the derived search terms of orders and tokens of items. */
export async function putRows(session: Session, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  if (table.name === 'order') {
    const keys = rows.map((row) => String(cellsOf(table, ['key'], row)[0]));
    await awaitSent([
      session.run('BEGIN'),
      session.query(DROP_TERMS, [keys]),
      upsert(session, table, rows),
      session.query(ADD_TERMS, [keys]),
      session.run('COMMIT'),
    ]);
  } else if (table.name === 'item_search') {
    const tokens = await tokensOf(session, table, rows);
    await upsert(session, table, rows, ['tokens', tokens]);
  } else await upsert(session, table, rows);
}

export async function removeRows(session: Session, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const keys = table.key.map((column) => [column, typeOf(table, column)] as const);
  const matches = table.key.map((column) => `gone.${quote(column)} = ${quote(table.name)}.${quote(column)}`);
  await session.query(
    `DELETE FROM ${quote(table.name)} USING ${rowsOf('gone', keys)} WHERE ${matches.join(' AND ')}`,
    columnsOf(
      rows.map((row) => cellsOf(table, table.key, row)),
      keys.length,
    ),
  );
}

/** Inserts or updates rows. `more`: a column that only this engine has, as texts that the server casts to its type. */
function upsert(
  session: Session,
  table: MovedTable,
  rows: readonly MovedRow[],
  more?: readonly [name: string, texts: readonly string[]],
): Promise<unknown> {
  const columns = table.columns.map((name, index) => [name, table.types[index] ?? 'text'] as const);
  const all = more ? [...columns, [more[0], 'text'] as const] : columns;
  const names = all.map(([name]) => quote(name));
  const taken = more ? [...names.slice(0, -1), `${quote(more[0])}::text[]`] : names;
  const changing = all.map(([name]) => name).filter((name) => !table.key.includes(name));
  const text = `
    INSERT INTO ${quote(table.name)} (${names.join(', ')}) SELECT ${taken.join(', ')} FROM ${rowsOf('moved', all)}
    ON CONFLICT (${table.key.map(quote).join(', ')})
    DO UPDATE SET ${changing.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`;
  return session.query(text, [...columnsOf(rows, columns.length), ...(more ? [more[1]] : [])]);
}

function columnsOf(rows: readonly MovedRow[], count: number): Cell[][] {
  return Array.from({ length: count }, (_column, index) => rows.map((row) => row[index] ?? null));
}

function typeOf(table: MovedTable, column: string): string {
  return table.types[table.columns.indexOf(column)] ?? 'text';
}

/** Derives the tokens of each item for this engine's index, in the language of the item's shop. */
async function tokensOf(session: Session, table: MovedTable, rows: readonly MovedRow[]): Promise<string[]> {
  const seqs = rows.map((row) => Number(cellsOf(table, ['seq'], row)[0]));
  const found = await session.query<IndexedRow>(INDEXED, [seqs]);
  const items = new Map(found.map((row) => [row.seq, row]));
  return rows.map((row) => {
    const [seq, form] = cellsOf(table, ['seq', 'form'], row);
    const item = items.get(Number(seq));
    // An item without a form has never been indexed.
    return toArrayText(item === undefined || form === '' ? [] : tokensIn(item));
  });
}

function tokensIn(indexed: IndexedItem): readonly string[] {
  const { item, language } = decodeIndexed(indexed);
  return indexedOf(item, language)?.tokens ?? [];
}
