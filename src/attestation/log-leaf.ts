import { utf8 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import { leafHash } from './merkle.js';

/** What the log contains of a receipt: enough for a proof, and nothing personal. */
interface LogEntry {
  /** Id of the receipt. */
  readonly id: string;
  readonly receipt_hash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly received_at: string;
}

/** The data of a receipt's leaf: the canonical JSON of exactly these three members. */
export function receiptLeaf({ id, receipt_hash, received_at }: LogEntry): Uint8Array {
  return utf8(canonicalJson({ id, receipt_hash, received_at }));
}

/** The hash of a receipt's leaf. */
export function entryHash(entry: LogEntry): Uint8Array {
  return leafHash(receiptLeaf(entry));
}
