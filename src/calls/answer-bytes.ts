import { PortalError } from '../domain/errors/portal-error.js';
import type { IdempotencyRecord, Rows, Write } from '../ports.js';

/** Limits the stored responses of each caller. The transaction that stores a record also updates the byte count. */

/** Seconds until a rejected caller may retry: expired responses are removed once a minute. */
const RETRY_AFTER = 60;
const MEBIBYTE = 2 ** 20;
/** Bytes of a record in addition to the stored response: hashes, timestamps and index entries. */
export const RECORD_BYTES = 500;

/** Owner and size of a record; absent on records that predate counting. */
type Counted = Pick<IdempotencyRecord, 'caller_id' | 'bytes'>;

/** Counter writes for a new record, which may replace another. */
export function replacingWrites(before: Counted | undefined, after: Required<Counted>): Write[] {
  return moves(after.caller_id, after.bytes - (before?.bytes ?? 0));
}

/** Counter writes for removed records. */
export function removalWrites(records: Iterable<Counted>): Write[] {
  const sums = new Map<string, number>();
  for (const { caller_id, bytes = 0 } of records) {
    if (caller_id !== undefined) sums.set(caller_id, (sums.get(caller_id) ?? 0) + bytes);
  }
  return [...sums].flatMap(([caller, bytes]) => moves(caller, -bytes));
}

/**
 * Rejects a new response when the quota is full. Responses of calls in flight may exceed it.
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

/** Size of a caller's stored responses. Bytes. */
export function storedBytes(rows: Rows, caller: string): number {
  return rows.counters('answer_bytes', [caller]).get(caller) ?? 0;
}

function moves(key: string, by: number): Write[] {
  return by === 0 ? [] : [{ type: 'add', counter: 'answer_bytes', key, by, from: 0 }];
}
