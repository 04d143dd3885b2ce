import type { Database } from 'better-sqlite3';
import { itemTerms } from '../../../domain/search/item-terms.js';
import { decodeIndexed, type IndexedItem } from '../../move/indexed-item.js';
import type { MovedTable } from '../../move/moved-tables.js';
import { type Cell, cellsOf, type MovedRow } from '../../move/side.js';
import { sqliteToken } from '../../sql/token-text.js';
import { splitTerms } from '../../term-lines.js';
import { SET_INDEXED } from '../search/order-terms.js';

/** Columns that a file does not have, since its audit events are stored in order. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = { audit_event: ['seq', 'trail'] };

interface NumberedOrder {
  readonly shop: number;
  readonly order: number;
  readonly terms: string;
}

const NUMBERS = `
  SELECT shop.seq AS shop, "order".seq AS "order", "order".terms AS terms
  FROM "order" JOIN shop ON shop.key = "order".shop_id WHERE "order".key = ?`;
const ITEM = `
  SELECT item.version, item.body, shop.version AS shop_version, shop.body AS shop_body
  FROM item JOIN shop ON shop.key = item.shop_id WHERE item.seq = ?`;

/** Writes rows into a file, together with the derived search terms of orders and tokens of items. */
export function putRows(database: Database, table: MovedTable, rows: readonly MovedRow[]): void {
  const columns = table.columns.filter((column) => !WITHOUT[table.name]?.includes(column));
  const write = database.prepare(upsertOf(table, columns));
  const follow =
    table.name === 'order'
      ? orderTerms(database, table)
      : table.name === 'item_search'
        ? itemTokens(database, table)
        : undefined;
  database
    .transaction(() => {
      for (const row of rows) {
        follow?.before(row);
        write.run(...cellsOf(table, columns, row));
        follow?.after(row);
      }
      if (table.name === 'order') database.exec(SET_INDEXED);
    })
    .immediate();
}

export function removeRows(database: Database, table: MovedTable, rows: readonly MovedRow[]): void {
  const matches = table.key.map((column) => `"${column}" = ?`).join(' AND ');
  const remove = database.prepare(`DELETE FROM "${table.name}" WHERE ${matches}`);
  const follow = table.name === 'item_search' ? itemTokens(database, table) : undefined;
  database
    .transaction(() => {
      for (const row of rows) {
        follow?.before(row);
        remove.run(...cellsOf(table, table.key, row));
      }
    })
    .immediate();
}

function upsertOf({ name, key }: MovedTable, columns: readonly string[]): string {
  const changing = columns.filter((column) => !key.includes(column));
  return `
    INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key.map((column) => `"${column}"`).join(', ')})
    DO UPDATE SET ${changing.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
}

/** Rows derived from another row: deleted before that row is written, and inserted afterwards. */
interface Follower {
  before(row: MovedRow): void;
  after(row: MovedRow): void;
}

function orderTerms(database: Database, table: MovedTable): Follower {
  const numbers = database.prepare<Cell[], NumberedOrder>(NUMBERS);
  const drop = database.prepare('DELETE FROM order_term WHERE shop_seq = ? AND term = ? AND order_seq = ?');
  const add = database.prepare('INSERT INTO order_term (shop_seq, term, order_seq) VALUES (?, ?, ?)');
  const each = (row: MovedRow, change: typeof drop) => {
    const found = numbers.get(...cellsOf(table, ['key'], row));
    if (found) for (const term of new Set(splitTerms(found.terms))) change.run(found.shop, term, found.order);
  };
  return { before: (row) => each(row, drop), after: (row) => each(row, add) };
}

function itemTokens(database: Database, table: MovedTable): Follower {
  const item = database.prepare<Cell[], IndexedItem>(ITEM);
  const drop = database.prepare('DELETE FROM item_token WHERE rowid = ?');
  const add = database.prepare('INSERT INTO item_token (rowid, tokens) VALUES (?, ?)');
  return {
    before: (row) => void drop.run(...cellsOf(table, ['seq'], row)),
    after(row) {
      const [seq = null, form] = cellsOf(table, ['seq', 'form'], row);
      const found = item.get(seq);
      // An item without a form has never been indexed.
      if (found && form !== '') add.run(seq, tokensOf(found));
    },
  };
}

function tokensOf(indexed: IndexedItem): string {
  const { item, language } = decodeIndexed(indexed);
  return itemTerms(item, language)
    .tokens.map((token) => sqliteToken(item.shop_id, token))
    .join(' ');
}
