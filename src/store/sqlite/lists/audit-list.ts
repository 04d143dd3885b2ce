import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { audit_event } from '../../../../db/sqlite/schema.js';
import { pageOf } from '../../list-pages.js';
import type { ListQuery } from './list-query.js';

const placeholder = sql.placeholder;

/** In the order of writing, which is one for all processes; their clocks and ids may disagree within a millisecond. */
export function auditList(db: BetterSQLite3Database): ListQuery<'audit_events'> {
  const query = db
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
  return ({ type, id }, after, limit) => {
    const rows = query.all({ subject_type: type, subject_id: id, seq: after?.seq ?? 0, limit: limit + 1 });
    const { entries, next } = pageOf(rows, limit, ({ seq }) => ({ seq }));
    return { entries: entries.map(({ seq: _seq, ...event }) => ({ ...event, subject_type: type })), next };
  };
}

/** The write of an event. */
export function auditInsert(db: BetterSQLite3Database) {
  const p = placeholder;
  return db.insert(audit_event).values({
    id: p('id'),
    organization_id: p('organization_id'),
    subject_type: p('subject_type'),
    subject_id: p('subject_id'),
    action: p('action'),
    actor: p('actor'),
    changed: sql`${p('changed')}`,
    at: p('at'),
  });
}
