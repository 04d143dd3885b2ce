import { concatBytes } from '@noble/hashes/utils.js';

const HASH_BYTES = 32;

/** Size of a tree, and its peaks: the roots of its largest complete subtrees, from left to right. */
export interface LogTree {
  /** Present epoch of the log (docs/receipts-format.md, Epochs); 0 if it was written before logs had epochs. */
  readonly epoch: number;
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
  /** Latest `received_at` of its receipts, in milliseconds; 0 if there are none. Read from the receipts, not stored. */
  readonly received_at: number;
  /** True if every order and consumer of the organization has an entry. Read from the MAC, not stored by itself. */
  readonly covers_rows: boolean;
}

/** A tree with its MAC. */
export interface LogHead extends LogTree {
  readonly mac: Uint8Array;
}

/** A head as stored, before its MAC is checked. */
export type StoredHead = Omit<LogHead, 'covers_rows'>;

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
