import type { AuditTrailFilter, RecordedEvent } from '../ports.js';

/** Events of the audit trail looked at for one page at most, so that others wait for some milliseconds only. */
export const LOOKED_AT = 1_000;

type Looked = Pick<RecordedEvent, 'subject_type' | 'subject_id' | 'actor' | 'at'>;

/** Whether an event is one of those that are asked for. */
export function isSought({ subject_type, subject_id, actor, at }: Looked, filter: AuditTrailFilter): boolean {
  return (
    (filter.subject_type === undefined || subject_type === filter.subject_type) &&
    (filter.subject_id === undefined || subject_id === filter.subject_id) &&
    (filter.actor === undefined || actor === filter.actor) &&
    at >= (filter.from ?? 0) &&
    at < (filter.before ?? Number.MAX_SAFE_INTEGER)
  );
}
