import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { audit_event, order } from '../../../db/sqlite/schema.js';
import type { Order } from '../../domain/order/order.js';
import type { AuditEvent, AuditPosition, AuditSubject, OrderFilter, Page, Position } from '../../ports.js';
import { decodeRow } from './aggregates.js';
import { pageOf } from './keyset-list.js';

const placeholder = sql.placeholder;

/** Sorts before every real id. */
const FIRST_ID = '';

/** The filters that a list of orders can have beside its deployment; each set of them has an index. */
const FILTERS = {
  buyer_id: eq(order.buyer_id, placeholder('buyer_id')),
  status: eq(order.status, placeholder('status')),
  payment_status: eq(order.payment_status, placeholder('payment_status')),
} as const;
const NAMES = ['buyer_id', 'status', 'payment_status'] as const;
type FilterName = (typeof NAMES)[number];

/** Orders and what happened to them, by keyset and served by an index. */
export class OrderLists {
  private readonly queries: ReadonlyMap<string, ReturnType<typeof ordersQuery>>;
  private readonly audit;

  constructor(db: BetterSQLite3Database) {
    this.queries = new Map(
      subsets(NAMES).map((names) => [names.join(), ordersQuery(db, and(...names.map((name) => FILTERS[name])))]),
    );
    this.audit = auditQuery(db);
  }

  listOrders(filter: OrderFilter, after: Position | undefined, limit: number): Page<Order> {
    const { created_from = 0, created_before = Number.MAX_SAFE_INTEGER, ...rest } = filter;
    const { created_at, id } = after ?? { created_at: created_before, id: FIRST_ID };
    const names = NAMES.filter((name) => filter[name] !== undefined).join();
    const query = this.queries.get(names);
    if (!query) throw new Error(`no statement lists orders by ${names}`);
    const rows = query.all({ ...rest, created_at, id, limit: limit + 1 });
    // The first order that is too old ends the list. In the statement it would lead SQLite to another index.
    const found = rows.map((row) => decodeRow<Order>(row)).filter((row) => row.created_at >= created_from);
    return pageOf(found, limit, (row) => ({ created_at: row.created_at, id: row.id }));
  }

  listAudit(subject: AuditSubject, after: AuditPosition | undefined, limit: number): Page<AuditEvent, AuditPosition> {
    const { seq } = after ?? { seq: 0 };
    const rows = this.audit.all({ subject_type: subject.type, subject_id: subject.id, seq, limit: limit + 1 });
    const { entries, next } = pageOf(rows, limit, (row) => ({ seq: row.seq }));
    return { entries: entries.map(({ seq: _seq, ...event }) => ({ ...event, subject_type: subject.type })), next };
  }
}

function subsets(names: readonly FilterName[]): FilterName[][] {
  let all: FilterName[][] = [[]];
  for (const name of names) all = all.concat(all.map((one) => [...one, name]));
  return all;
}

function ordersQuery(db: BetterSQLite3Database, filter: SQL | undefined) {
  return db
    .select({ version: order.version, body: order.body })
    .from(order)
    .where(
      and(
        eq(order.deployment_id, placeholder('deployment_id')),
        filter,
        sql`(${order.created_at}, ${order.key}) < (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(desc(order.created_at), desc(order.key))
    .limit(placeholder('limit'))
    .prepare();
}

/** By the order of writing, which several processes share; their clocks and ids may differ within a millisecond. */
function auditQuery(db: BetterSQLite3Database) {
  return db
    .select({ ...getTableColumns(audit_event), seq: sql<number>`rowid` })
    .from(audit_event)
    .where(
      and(
        eq(audit_event.subject_type, placeholder('subject_type')),
        eq(audit_event.subject_id, placeholder('subject_id')),
        sql`rowid > ${placeholder('seq')}`,
      ),
    )
    .orderBy(sql`rowid`)
    .limit(placeholder('limit'))
    .prepare();
}
