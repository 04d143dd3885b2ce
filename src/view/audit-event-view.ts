import type { AuditEvent } from '../ports.js';
import { isoTime } from './format.js';

/** An audit event in responses and exports. */
export function auditEventView({ id, at, actor, action, subject_type, subject_id, changed }: AuditEvent) {
  return { id, at: isoTime(at), actor, action, subject_type, subject_id, changed: [...changed] };
}
