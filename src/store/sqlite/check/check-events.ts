import type { Database } from 'better-sqlite3';
import type { CheckResult } from './check-result.js';

interface LaneRow {
  readonly key: string;
  readonly waiting: number;
  readonly due_at: number | null;
  /** Waiting deliveries, counted in their own rows. */
  readonly found: number;
}

/** A lane skips a delivery that was removed for its age, so it may count more. */
const LANES = `
  SELECT key, waiting, due_at, (
    SELECT count(*) FROM delivery
    WHERE subject = substr(lane.key, length(lane.receiver) + 2) AND delivery.receiver = lane.receiver AND state = 'waiting'
  ) AS found
  FROM delivery_lane AS lane`;

/** Checks that every waiting event has its place in a lane, and that every lane with waiting events is due. */
export function checkEvents(database: Database): CheckResult {
  const faults: string[] = [];
  let count = 0;
  for (const { key, waiting, due_at, found } of database.prepare<[], LaneRow>(LANES).iterate()) {
    count += 1;
    if (found > waiting) faults.push(`lane ${key}: ${found} events wait, and it has a place for ${waiting}`);
    if ((waiting === 0) !== (due_at === null))
      faults.push(`lane ${key}: ${waiting} events wait, and it is ${due_at === null ? 'never ' : ''}due`);
  }
  return { part: 'events', count, faults };
}
