import type { AuditEvent } from '../ports.js';
import { isoTime } from './format.js';

/** An audit event in responses and exports. `actorName`: mail address, if a staff member made the change. */
export function auditEventView(
  { id, at, actor, action, subject_type, subject_id, changed }: AuditEvent,
  actorName?: string,
) {
  const name = actorName === undefined ? {} : { actor_name: actorName };
  return { id, at: isoTime(at), actor, ...name, action, subject_type, subject_id, changed: [...changed] };
}
