import { toBase64 } from '../../attestation/bytes.js';
import { inclusionNodes, inclusionProof, type NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows, SignedLog } from '../../ports.js';

/** A signed log: its size, its root, and both as a signed note. */
export function checkpointOf({ checkpoint, origin, size, root, public_key }: SignedLog) {
  return { checkpoint, origin, tree_size: size, root_hash: toBase64(root), public_key };
}

/** The leaf of a receipt, and the proof that it is in the log of that size; base64. */
export function inclusionOf(rows: Rows, { organization_id, log_index }: AcceptedReceipt, size: number) {
  const leaf: NodePosition = { level: 0, position: log_index };
  const hashAt = rows.logHashes(organization_id, [leaf, ...inclusionNodes(log_index, size)]);
  return {
    leaf_hash: toBase64(hashAt(leaf.level, leaf.position)),
    hashes: inclusionProof(log_index, size, hashAt).map(toBase64),
  };
}
