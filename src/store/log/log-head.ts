import { concatBytes } from '@noble/hashes/utils.js';

const HASH_BYTES = 32;

/** Size of a tree, and its peaks: the roots of its largest complete subtrees, from left to right. */
export interface LogTree extends LogCoverage {
  /** Present epoch of the log (docs/receipts-format.md, Epochs); 0 if it was written before logs had epochs. */
  readonly epoch: number;
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
  /** Latest `received_at` of its receipts, in milliseconds; 0 if there are none. Read from the receipts, not stored. */
  readonly received_at: number;
}

/** Rows of which every one has an entry in the log. Read from the MAC of the head, not stored by itself. */
export interface LogCoverage {
  /** True for orders and consumers of the organization. */
  readonly covers_rows: boolean;
  /** True for grants too. */
  readonly covers_grants: boolean;
}

/** Coverage of a new log, and of one whose head does not say it. */
export const FULL_COVERAGE: LogCoverage = { covers_rows: true, covers_grants: true };

/** A tree with its MAC. */
export interface LogHead extends LogTree {
  readonly mac: Uint8Array;
}

/** A head as stored, before its MAC is checked. */
export type StoredHead = Omit<LogHead, keyof LogCoverage>;

/** Concatenates the peaks for storage. */
export function joinPeaks({ peaks }: Pick<LogTree, 'peaks'>): Uint8Array {
  return concatBytes(...peaks);
}

/** Splits stored peaks. If bytes were cut off, the last peak is shorter. */
export function splitPeaks(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / HASH_BYTES) }, (_peak, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
