import type { AuditTrailFilter, RecordedEvent } from '../ports.js';

/** Maximum of audit events scanned for one page, so that other work waits only a few milliseconds. */
export const LOOKED_AT = 1_000;

type Looked = Pick<RecordedEvent, 'subject_type' | 'subject_id' | 'actor' | 'at'>;

/** True if an event passes the filter. */
export function passesFilter({ subject_type, subject_id, actor, at }: Looked, filter: AuditTrailFilter): boolean {
  return (
    (filter.subject_type === undefined || subject_type === filter.subject_type) &&
    (filter.subject_id === undefined || subject_id === filter.subject_id) &&
    (filter.actor === undefined || actor === filter.actor) &&
    at >= (filter.from ?? 0) &&
    at < (filter.before ?? Number.MAX_SAFE_INTEGER)
  );
}
