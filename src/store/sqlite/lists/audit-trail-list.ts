import type { Database } from 'better-sqlite3';
import type { RecordedEvent } from '../../../ports.js';
import { isSought, LOOKED_AT } from '../../sought-events.js';
import type { ListQuery } from './list-query.js';

interface Row extends Omit<RecordedEvent, 'changed'> {
  readonly changed: string;
}

/** Along `audit_event_of_organization`, newest first. */
const TRAIL = `
  SELECT rowid AS seq, id, organization_id, subject_type, subject_id, action, actor, changed, at FROM audit_event
  WHERE organization_id = ? AND subject_type <> 'checkout' AND rowid < ? ORDER BY rowid DESC LIMIT ${LOOKED_AT}`;

export function auditTrailList(database: Database): ListQuery<'audit_trail'> {
  const query = database.prepare<[string, number], Row>(TRAIL);
  return (filter, after, limit) => {
    const entries: RecordedEvent[] = [];
    let looked = 0;
    let last: number | undefined;
    for (const row of query.iterate(filter.organization_id, after?.seq ?? Number.MAX_SAFE_INTEGER)) {
      if (entries.length === limit) return { entries, next: last === undefined ? undefined : { seq: last } };
      looked += 1;
      last = row.seq;
      if (isSought(row, filter)) entries.push({ ...row, changed: JSON.parse(row.changed) });
    }
    return { entries, next: looked === LOOKED_AT && last !== undefined ? { seq: last } : undefined };
  };
}
