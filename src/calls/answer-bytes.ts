import { PortalError } from '../domain/errors/portal-error.js';
import type { IdempotencyRecord, Rows, Write } from '../ports.js';

/**
 * Limits the bytes of stored responses per caller. The byte count is updated in the transaction that stores or removes
 * a record.
 */

/** Seconds after which a rejected caller may retry: expired responses are removed once a minute. */
const RETRY_AFTER = 60;
const MEBIBYTE = 2 ** 20;
/** Estimated bytes of a record besides its response: hashes, timestamps and index entries. */
export const RECORD_BYTES = 500;

/** Caller and size of a record. Records stored before sizes were counted have neither. */
type Counted = Pick<IdempotencyRecord, 'caller_id' | 'bytes'>;

/** Writes that update the byte count for a new record, which may replace a previous one. */
export function replacingWrites(before: Counted | undefined, after: Required<Counted>): Write[] {
  return moves(after.caller_id, after.bytes - (before?.bytes ?? 0));
}

/** Writes that update the byte counts for removed records. */
export function removalWrites(records: Iterable<Counted>): Write[] {
  const sums = new Map<string, number>();
  for (const { caller_id, bytes = 0 } of records) {
    if (caller_id !== undefined) sums.set(caller_id, (sums.get(caller_id) ?? 0) + bytes);
  }
  return [...sums].flatMap(([caller, bytes]) => moves(caller, -bytes));
}

/**
 * Rejects a new call if the caller's stored responses have reached the quota. The responses of calls that are already
 * in flight may exceed the quota.
 * @throws PortalError `rate_limited`
 */
export function assertRoom(rows: Rows, caller: string, quota: number | undefined): void {
  if (quota === undefined || storedBytes(rows, caller) < quota) return;
  throw new PortalError(
    'rate_limited',
    `The stored responses of this key fill its quota of ${quota / MEBIBYTE} MiB; call without an idempotency key, or wait until old ones expire.`,
    RETRY_AFTER,
  );
}

/** Total size of a caller's stored responses, with `RECORD_BYTES` for each. Bytes. */
export function storedBytes(rows: Rows, caller: string): number {
  return rows.counters('answer_bytes', [caller]).get(caller) ?? 0;
}

function moves(key: string, by: number): Write[] {
  return by === 0 ? [] : [{ type: 'add', counter: 'answer_bytes', key, by, from: 0 }];
}
