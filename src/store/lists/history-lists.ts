import { sql } from 'drizzle-orm';
import type { AuditEvent, RecordedEvent, StockMovement } from '../../ports.js';
import { MAX_SCANNED, passesFilter } from '../event-filter.js';
import { pageOf } from '../list-pages.js';
import { Query } from '../sql/query.js';
import type { ListQuery } from './list-query.js';

const p = sql.placeholder;

interface EventRow extends Omit<AuditEvent, 'changed'> {
  readonly seq: number;
  readonly changed: string;
}

const EVENT = sql`id, organization_id, subject_type, subject_id, action, actor, changed, at`;

const EVENTS = new Query<EventRow>(
  ({ rowNumber }) => sql`
    SELECT ${rowNumber('seq')} AS seq, ${EVENT} FROM audit_event
    WHERE subject_type = ${p('type')} AND subject_id = ${p('id')} AND ${rowNumber('seq')} > ${p('seq')}
    ORDER BY ${rowNumber('seq')} LIMIT ${p('limit')}`,
);

/** Events in the order of writing, which all processes share: clocks and ids may disagree within a millisecond. */
export const auditList: ListQuery<'audit_events'> = function* ({ type, id }, after, limit) {
  const rows = yield* EVENTS.all({ type, id, seq: after?.seq ?? 0, limit: limit + 1 });
  const { entries, next } = pageOf(rows, limit, ({ seq }) => ({ seq }));
  return {
    entries: entries.map(({ seq: _seq, ...event }) => ({ ...event, changed: JSON.parse(event.changed) })),
    next,
  };
};

const TRAIL = new Query<EventRow>(
  ({ rowNumber }) => sql`
    SELECT ${rowNumber('trail')} AS seq, ${EVENT} FROM audit_event
    WHERE organization_id = ${p('organization_id')} AND subject_type <> 'checkout' AND ${rowNumber('trail')} < ${p('seq')}
    ORDER BY ${rowNumber('trail')} DESC LIMIT ${p('limit')}`,
);

/** Events of an organization, newest first. A page scans a limited number of events, in portions. */
export const auditTrailList: ListQuery<'audit_trail'> = function* (filter, after, limit) {
  const { organization_id } = filter;
  const entries: RecordedEvent[] = [];
  let last = after?.seq ?? Number.MAX_SAFE_INTEGER;
  for (let read = 0, portion = limit + 1; read < MAX_SCANNED; ) {
    const rows = yield* TRAIL.all({ organization_id, seq: last, limit: portion });
    for (const row of rows) {
      if (entries.length === limit) return { entries, next: { seq: last } };
      last = row.seq;
      if (passesFilter(row, filter)) entries.push({ ...row, changed: JSON.parse(row.changed) });
    }
    read += portion;
    if (rows.length < portion) return { entries, next: undefined };
    // As many as the page still needs, by the share of those found so far.
    const needed = Math.ceil(((limit + 1 - entries.length) * read) / Math.max(entries.length, 1));
    portion = Math.min(Math.max(needed, portion), MAX_SCANNED - read);
  }
  return { entries, next: { seq: last } };
};

const MOVEMENTS = new Query<StockMovement>(
  () => sql`
    SELECT seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after FROM stock_movement
    WHERE key = ${p('item')} AND seq < ${p('seq')} ORDER BY seq DESC LIMIT ${p('limit')}`,
);

/** Ledger of an item, newest first. */
export const movementList: ListQuery<'stock_movements'> = function* ({ item }, after, limit) {
  const rows = yield* MOVEMENTS.all({ item, seq: after?.seq ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 });
  return pageOf(rows, limit, ({ seq }) => ({ seq }));
};
