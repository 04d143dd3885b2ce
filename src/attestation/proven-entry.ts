import { AttestationError } from './attestation-error.js';
import { fromBase64 } from './bytes.js';
import { entryLeaf, type TypedEntry } from './log-entry.js';
import { leafHash, verifyInclusion } from './merkle.js';
import type { Receipt } from './receipt.js';

/** A receipt that a verified tree contains. */
export interface ProvenReceipt {
  readonly receipt: Receipt;
  readonly receipt_id: string;
  readonly receipt_hash: string;
  /** Fingerprint of the signer's key. */
  readonly fingerprint: string;
  readonly log_index: number;
  readonly tree_size: number;
  readonly root: Uint8Array;
}

/**
 * Verifies that an entry is a leaf of the tree that contains a receipt.
 * @throws AttestationError `invalid_proof`
 */
export function assertEntryIncluded(
  entry: TypedEntry,
  { index, hashes }: { readonly index: number; readonly hashes: readonly string[] },
  { tree_size, root }: Pick<ProvenReceipt, 'tree_size' | 'root'>,
  path: readonly string[],
): void {
  const proof = hashes.map((text) => fromBase64(text) ?? new Uint8Array());
  if (!verifyInclusion(leafHash(entryLeaf(entry)), index, tree_size, proof, root))
    throw new AttestationError('invalid_proof', 'the log does not hold this entry', path);
}
