import { concatBytes } from '@noble/hashes/utils.js';

/** Bytes of a hash. */
const HASH = 32;

/** Size of a tree, and its largest complete subtrees from left to right. */
export interface LogTree {
  /** Which of its names the log has now (docs/receipts-format.md, Epochs); 0 = written before logs had epochs. */
  readonly epoch: number;
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
}

/** The tree of a log, as it is stored. */
export interface LogHead extends LogTree {
  readonly mac: Uint8Array;
}

/** The peaks as an engine stores them: one after the other. */
export function joinedPeaks({ peaks }: Pick<LogTree, 'peaks'>): Uint8Array {
  return concatBytes(...peaks);
}

/** The peaks of what an engine stored; the last is shorter where bytes were cut off. */
export function splitPeaks(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / HASH) }, (_peak, index) =>
    bytes.subarray(index * HASH, (index + 1) * HASH),
  );
}
