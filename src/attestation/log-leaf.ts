import { utf8 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import { leafHash } from './merkle.js';

/** Content of a receipt's leaf, which is enough for a proof and contains no personal data. */
interface LoggedReceipt {
  /** Receipt id. */
  readonly id: string;
  readonly receipt_hash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly received_at: string;
  /** Hash of the delegation chain; absent for a receipt without one. */
  readonly delegation_hash?: string | undefined;
}

/** Encodes a receipt as leaf data: canonical JSON of exactly these members. */
export function receiptLeaf({ id, receipt_hash, received_at, delegation_hash }: LoggedReceipt): Uint8Array {
  return utf8(
    canonicalJson({ id, receipt_hash, received_at, ...(delegation_hash !== undefined && { delegation_hash }) }),
  );
}

/** Returns the hash of a receipt's leaf. */
export function receiptLeafHash(receipt: LoggedReceipt): Uint8Array {
  return leafHash(receiptLeaf(receipt));
}
