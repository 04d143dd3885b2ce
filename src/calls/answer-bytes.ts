import { PortalError } from '../domain/errors/portal-error.js';
import type { IdempotencyRecord, Rows, Write } from '../ports.js';

/** The bytes of the answers kept for repeats: counted per caller, in the transaction of each record, and limited. */

/** Seconds after which a refused caller may try again: expired answers are removed once a minute. */
const RETRY_AFTER = 60;
const MEBIBYTE = 2 ** 20;
/** Bytes of a record besides its outcome: hashes, instants, and index entries. */
export const RECORD_BYTES = 500;

/** Whose quota a record counts for, and its bytes; a record written before bytes were counted has neither. */
type Counted = Pick<IdempotencyRecord, 'caller_id' | 'bytes'>;

/** The writes that go with a new record, which may replace an earlier one. */
export function replacingWrites(before: Counted | undefined, after: Required<Counted>): Write[] {
  return moves(after.caller_id, after.bytes - (before?.bytes ?? 0));
}

/** The writes that go with the removal of records. */
export function removalWrites(records: Iterable<Counted>): Write[] {
  const sums = new Map<string, number>();
  for (const { caller_id, bytes = 0 } of records) {
    if (caller_id !== undefined) sums.set(caller_id, (sums.get(caller_id) ?? 0) + bytes);
  }
  return [...sums].flatMap(([caller, bytes]) => moves(caller, -bytes));
}

/**
 * Refuses a new answer when the quota is full. Answers of calls that are already running may exceed it.
 * @throws PortalError `rate_limited`
 */
export function assertRoom(rows: Rows, caller: string, quota: number | undefined): void {
  if (quota === undefined || bytesOf(rows, caller) < quota) return;
  throw new PortalError(
    'rate_limited',
    `The answers that are kept for repeats of this key's calls fill its ${quota / MEBIBYTE} MiB; call without an idempotency key, or wait until old ones are dropped.`,
    RETRY_AFTER,
  );
}

/** Bytes that a caller's answers take up. */
export function bytesOf(rows: Rows, caller: string): number {
  return rows.counters('answer_bytes', [caller]).get(caller) ?? 0;
}

function moves(key: string, by: number): Write[] {
  return by === 0 ? [] : [{ type: 'add', counter: 'answer_bytes', key, by, from: 0 }];
}
