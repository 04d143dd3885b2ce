import { sql } from 'drizzle-orm';

const p = sql.placeholder;

/** Inserts an audit event. */
export const AUDIT_INSERT = sql`
  INSERT INTO audit_event (id, organization_id, subject_type, subject_id, action, actor, changed, at)
  VALUES (${p('id')}, ${p('organization_id')}, ${p('subject_type')}, ${p('subject_id')}, ${p('action')}, ${p('actor')},
    ${p('changed')}, ${p('at')})`;
