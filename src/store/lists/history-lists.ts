import { type SQL, sql } from 'drizzle-orm';
import { memo } from '../../domain/values/memo.js';
import type { AuditEvent, AuditTrailFilter, RecordedEvent, StockMovement } from '../../ports.js';
import { buildPage } from '../list-pages.js';
import type { Words } from '../sql/dialect.js';
import { Query } from '../sql/query.js';
import { and, type ListQuery } from './list-query.js';

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

/**
 * Audit events of one row, in write order. This order is the same for all processes; the order by clock or id may
 * differ from it within a millisecond.
 */
export const auditList: ListQuery<'audit_events'> = function* ({ type, id }, after, limit) {
  const rows = yield* EVENTS.all({ type, id, seq: after?.seq ?? 0, limit: limit + 1 });
  const { entries, next } = buildPage(rows, limit, ({ seq }) => ({ seq }));
  return {
    entries: entries.map(({ seq: _seq, ...event }) => ({ ...event, changed: JSON.parse(event.changed) })),
    next,
  };
};

/** Maximum number of audit events that a page with a filter scans, so that other work waits only a few milliseconds. */
const MAX_SCANNED = 1_000;
/** Each set of filters needs its own query; this is the number of all sets. */
const MAX_QUERIES = 32;

const FILTERS = [
  ['subject_type', sql`subject_type = ${p('subject_type')}`],
  ['subject_id', sql`subject_id = ${p('subject_id')}`],
  ['actor', sql`actor = ${p('actor')}`],
  ['from', sql`at >= ${p('from')}`],
  ['before', sql`at < ${p('before')}`],
] as const satisfies readonly (readonly [filter: keyof AuditTrailFilter, condition: SQL])[];

const queryEvents = (columns: SQL, conditions: readonly SQL[], { indexedBy, rowNumber }: Words) => sql`
  SELECT ${columns} FROM audit_event ${indexedBy('audit_event_of_organization')}
  WHERE organization_id = ${p('organization_id')} AND subject_type <> 'checkout' AND ${rowNumber('trail')} < ${p('seq')}
    ${and(conditions)} ORDER BY ${rowNumber('trail')} DESC`;

const queryLastScanned = (words: Words) => sql`
  ${queryEvents(sql`${words.rowNumber('trail')} AS seq`, [], words)} LIMIT 1 OFFSET ${sql.raw(String(MAX_SCANNED - 1))}`;

const LAST_SCANNED = new Query<{ readonly seq: number }>(queryLastScanned);

/** Queries, keyed by the names of their filters. The engine applies the filters, and stops at a full page. */
const TRAILS = memo(MAX_QUERIES, (given: string) => {
  const conditions = FILTERS.filter(([name]) => given.split(',').includes(name)).map(([, condition]) => condition);
  return new Query<EventRow>((words) => {
    const seq = words.rowNumber('trail');
    const scanned = sql`${seq} >= coalesce((${queryLastScanned(words)}), 0)`;
    const all = conditions.length === 0 ? [] : [...conditions, scanned];
    return sql`${queryEvents(sql`${seq} AS seq, ${EVENT}`, all, words)} LIMIT ${p('limit')}`;
  });
});

/** Audit events of an organization except those of checkouts, newest first. */
export const auditTrailList: ListQuery<'audit_trail'> = function* (filter, after, limit) {
  const from = { organization_id: filter.organization_id, seq: after?.seq ?? Number.MAX_SAFE_INTEGER };
  const given = FILTERS.flatMap(([name]) => (filter[name] === undefined ? [] : [name]));
  const rows = yield* TRAILS(given.join()).all({ ...filter, ...from, limit: limit + 1 });
  const { entries, next } = buildPage(rows, limit, ({ seq }) => ({ seq }));
  // After a short page, the list continues where the scan ended.
  const [last] = given.length === 0 || next ? [] : yield* LAST_SCANNED.all(from);
  return {
    entries: entries.map((row): RecordedEvent => ({ ...row, changed: JSON.parse(row.changed) })),
    next: next ?? (last && { seq: last.seq }),
  };
};

const MOVEMENTS = new Query<StockMovement>(
  () => sql`
    SELECT seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after FROM stock_movement
    WHERE key = ${p('item')} AND seq < ${p('seq')} ORDER BY seq DESC LIMIT ${p('limit')}`,
);

/** Stock movements of an item, newest first. */
export const movementList: ListQuery<'stock_movements'> = function* ({ item }, after, limit) {
  const rows = yield* MOVEMENTS.all({ item, seq: after?.seq ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 });
  return buildPage(rows, limit, ({ seq }) => ({ seq }));
};
