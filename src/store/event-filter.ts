import type { AuditTrailFilter, RecordedEvent } from '../ports.js';

/** Maximum of audit events scanned for one page, so that other work waits only a few milliseconds. */
export const MAX_SCANNED = 1_000;

type FilteredMembers = Pick<RecordedEvent, 'subject_type' | 'subject_id' | 'actor' | 'at'>;

/** True if an event passes the filter. */
export function passesFilter(
  { subject_type, subject_id, actor, at }: FilteredMembers,
  filter: AuditTrailFilter,
): boolean {
  return (
    (filter.subject_type === undefined || subject_type === filter.subject_type) &&
    (filter.subject_id === undefined || subject_id === filter.subject_id) &&
    (filter.actor === undefined || actor === filter.actor) &&
    at >= (filter.from ?? 0) &&
    at < (filter.before ?? Number.MAX_SAFE_INTEGER)
  );
}
