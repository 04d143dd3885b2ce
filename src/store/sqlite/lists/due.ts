import type { Database } from 'better-sqlite3';
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { checkout, delivery, idempotency, link_code, order, platform_cart } from '../../../../db/sqlite/schema.js';
import { once } from '../../../domain/values/once.js';
import type { DueName } from '../../../ports.js';
import { expiredCarts, type ReadQuery } from './expired-carts.js';

/** The keys that are due at an instant, or at most so many of them. */
type DueQuery = (at: number, limit: number) => string[];

/** What maintenance has to do; each query is served by an index, and prepared when it is first asked. */
export function makeDue(database: Database, db: BetterSQLite3Database, read: ReadQuery) {
  const queries: Readonly<Record<Exclude<DueName, 'expired_carts'>, () => DueQuery>> = {
    open_payments: once(() => dueBy(db, checkout, checkout.payment_started_at, eq(checkout.state, sql`'paying'`))),
    open_money: once(() => dueBy(db, order, order.money_since)),
    erasable_checkouts: once(() => dueBy(db, checkout, checkout.ended_at)),
    old_answers: once(() => dueBy(db, idempotency, idempotency.created_at)),
    expired_link_codes: once(() => dueBy(db, link_code, link_code.expires_at)),
    expired_platform_carts: once(() => dueBy(db, platform_cart, platform_cart.expires_at)),
    old_deliveries: once(() => dueBy(db, delivery, delivery.created_at)),
    misindexed_items: once(() => misindexedItems(database)),
    unsigned_logs: once(() => publicLogs(database, 'head.size > coalesce(shown.size, 0)')),
    unwitnessed_logs: once(() => publicLogs(database, "shown.size > shown.body ->> '$.witnessed_size'")),
  };
  const carts = expiredCarts(database, read);
  return {
    misindexed: queries.misindexed_items,
    of: (name: DueName, at: number, limit: number): Promise<string[]> =>
      name === 'expired_carts' ? carts(at, limit) : read(() => queries[name]()(at, limit)),
  };
}

interface KeyedTable extends SQLiteTable {
  readonly key: SQLiteColumn;
}

/** By the instant in a column, oldest first. */
function dueBy(db: BetterSQLite3Database, table: KeyedTable, column: SQLiteColumn, condition?: SQL): DueQuery {
  const query = db
    .select({ key: table.key })
    .from(table)
    .where(and(condition, lte(column, sql.placeholder('at'))))
    .orderBy(asc(column), asc(table.key))
    .limit(sql.placeholder('limit'))
    .prepare();
  return (at, limit) => query.all({ at, limit }).map(({ key }) => String(key));
}

/** Two searches of the index for each shop, below and above the form that its items should have, in the order of the joins. */
function misindexedItems(database: Database): DueQuery {
  const of = (operator: '<' | '>') => `
    SELECT item.key AS key
    FROM shop
    CROSS JOIN item_search AS indexed ON indexed.shop_id = shop.key AND indexed.form ${operator} terms_form(shop.body)
    CROSS JOIN item ON item.seq = indexed.seq`;
  const query = database.prepare<[number], string>(`${of('<')} UNION ALL ${of('>')} LIMIT ?`).pluck();
  return (_at, limit) => query.all(limit);
}

/** Along the index of public logs alone. */
function publicLogs(database: Database, condition: string): DueQuery {
  const query = database
    .prepare<[number], string>(`
      SELECT organization.key
      FROM organization
      CROSS JOIN log_head AS head ON head.organization_id = organization.key
      LEFT JOIN log_publication AS shown ON shown.key = organization.key || '/' || head.epoch
      WHERE organization.public_log = 1 AND ${condition}
      LIMIT ?`)
    .pluck();
  return (_at, limit) => query.all(limit);
}
