import { sql } from 'drizzle-orm';
import { Query, type Reads } from '../sql/query.js';
import type { CheckResult } from './check-result.js';
import { countQuery, countRows } from './count-rows.js';

interface LaneRow {
  readonly key: string;
  readonly waiting: number;
  readonly due_at: number | null;
  /** Number of waiting deliveries found in their own rows. */
  readonly found: number;
}

/**
 * A lane still counts deliveries that were removed because of their age, until it skips them. So its count may be
 * higher than `found`.
 */
const INVALID_LANES = new Query<LaneRow>(
  () => sql`
  SELECT key, waiting, due_at, found FROM (
    SELECT key, waiting, due_at, (
      SELECT count(*) FROM delivery
      WHERE subject = substr(lane.key, length(lane.receiver) + 2) AND delivery.receiver = lane.receiver
        AND state = 'waiting'
    ) AS found
    FROM delivery_lane AS lane
  ) AS counted
  WHERE found > waiting OR (waiting = 0) <> (due_at IS NULL) ORDER BY key`,
);

const COUNT = countQuery(sql`delivery_lane`);

/**
 * Checks that no lane counts fewer deliveries than wait in it, and that a lane has a due time if and only if it counts
 * any.
 */
export function* checkEvents(): Reads<CheckResult> {
  const rows = yield* INVALID_LANES.all({});
  return { part: 'events', count: yield* countRows(COUNT), faults: rows.flatMap(laneFaults) };
}

function laneFaults({ key, waiting, due_at, found }: LaneRow): string[] {
  const faults: string[] = [];
  if (found > waiting) faults.push(`lane ${key}: ${found} events wait, and it has a place for ${waiting}`);
  if ((waiting === 0) !== (due_at === null))
    faults.push(`lane ${key}: ${waiting} events wait, and it is ${due_at === null ? 'never ' : ''}due`);
  return faults;
}
