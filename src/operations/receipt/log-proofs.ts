import { fromBase64, toBase64 } from '../../attestation/bytes.js';
import { coseReceipt } from '../../attestation/cose-receipt.js';
import { inclusionNodes, inclusionProof, type NodePosition } from '../../attestation/merkle.js';
import { readVkey } from '../../attestation/note.js';
import { writeTlogProof } from '../../attestation/tlog-proof.js';
import { cosignedNote, type LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';

/** Converts a stored checkpoint to its form in responses, with the witnesses' cosignatures appended. */
export function checkpointView(row: LogCheckpoint) {
  const { size, root, public_key } = row;
  const origin = readVkey(public_key).name;
  return { checkpoint: cosignedNote(row), origin, tree_size: size, root_hash: root, public_key };
}

/** Computes the leaf hash of a receipt and its inclusion proof in the log of the given size; both in Base64. */
export function inclusionOf(rows: Rows, { organization_id, log_index }: AcceptedReceipt, size: number) {
  const leaf: NodePosition = { level: 0, position: log_index };
  const hashAt = rows.logHashes(organization_id, [leaf, ...inclusionNodes(log_index, size)]);
  return {
    leaf_hash: toBase64(hashAt(leaf.level, leaf.position)),
    hashes: inclusionProof(log_index, size, hashAt).map(toBase64),
  };
}

/**
 * Builds the inclusion proof of a receipt in the formats of other standards (docs/receipts-format.md, tlog-proof and
 * COSE receipts).
 */
export function exportProof(rows: Rows, row: AcceptedReceipt, checkpoint: LogCheckpoint) {
  const { organization_id, log_index: index } = row;
  const { size } = checkpoint;
  const [leaf] = rows.logLeaves(organization_id, index, index + 1);
  const entry = required(leaf, 'leaf').data;
  const hashes = inclusionProof(index, size, rows.logHashes(organization_id, inclusionNodes(index, size)));
  const signature = required(fromBase64(checkpoint.cose_signature), 'signature');
  const log = readVkey(checkpoint.public_key);
  return {
    receipt_id: row.id,
    entry: toBase64(entry),
    tlog_proof: writeTlogProof({ extra: entry, index, hashes, checkpoint: cosignedNote(checkpoint) }),
    cose: toBase64(coseReceipt({ index, hashes, entry }, { size, signature }, log)),
    public_key: checkpoint.public_key,
  };
}
