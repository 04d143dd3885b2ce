import { sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { audit_event } from '../../../../db/sqlite/schema.js';

/** Builds the insert of an audit event. */
export function auditInsert(db: BetterSQLite3Database) {
  const p = sql.placeholder;
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
