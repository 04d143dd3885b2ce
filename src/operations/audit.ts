import type { AuditEvent, Ids, TableName, Write } from '../ports.js';

/** An audit event to write with the change it tells of (docs/api.md, Orders). */
export function audited(
  by: { readonly ids: Ids; readonly actor: string; readonly now: number },
  organizationId: string,
  subject: { readonly type: TableName; readonly id: string },
  action: string,
  changed: readonly string[],
): Write {
  const event: AuditEvent = {
    id: by.ids.next('evt'),
    organization_id: organizationId,
    subject_type: subject.type,
    subject_id: subject.id,
    action,
    actor: by.actor,
    changed,
    at: by.now,
  };
  return { type: 'audit', event };
}
