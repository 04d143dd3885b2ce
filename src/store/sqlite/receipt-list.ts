import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { receipt } from '../../../db/sqlite/schema.js';
import { memo } from '../../domain/values/memo.js';
import { type ListQuery, pageOf } from './list-query.js';

const FILTERS = ['agent_id', 'consumer_id', 'job_id'] as const;
const placeholder = sql.placeholder;

/** Receipts by their place in the log, newest first. */
export function receiptList(db: BetterSQLite3Database): ListQuery<'receipts'> {
  /** One statement for each set of filters that is asked for, by their names. */
  const queryOf = memo(2 ** FILTERS.length, (given: string) => pageQuery(db, given));
  return (filter, after, limit) => {
    const log_index = after?.log_index ?? Number.MAX_SAFE_INTEGER;
    const given = FILTERS.filter((name) => filter[name] !== undefined).join();
    const rows = queryOf(given).all({ ...filter, log_index, limit: limit + 1 });
    return pageOf(rows, limit, (row) => ({ log_index: row.log_index }));
  };
}

function pageQuery(db: BetterSQLite3Database, given: string) {
  const names = FILTERS.filter((name) => given.split(',').includes(name));
  const conditions = names.map((name) => eq(receipt[name], placeholder(name)));
  const organization = eq(receipt.organization_id, placeholder('organization_id'));
  return db
    .select()
    .from(receipt)
    .where(and(organization, ...conditions, lt(receipt.log_index, placeholder('log_index'))))
    .orderBy(desc(receipt.log_index))
    .limit(placeholder('limit'))
    .prepare();
}
