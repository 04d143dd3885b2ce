import { toBase64 } from '../../attestation/bytes.js';
import { signCheckpoint } from '../../attestation/checkpoint.js';
import { inclusionProof } from '../../attestation/merkle.js';
import { type NoteSigner, vkeyOf } from '../../attestation/note.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';

/** The log as it stands in these rows: its size, its root, and both as a signed note. */
export function checkpointOf(rows: Rows, organizationId: string, signer: NoteSigner) {
  const { size, root } = rows.logHead(organizationId);
  return {
    checkpoint: signCheckpoint({ size, root }, signer),
    origin: signer.name,
    tree_size: size,
    root_hash: toBase64(root),
    public_key: vkeyOf(signer),
  };
}

/** The proof that a receipt's leaf is in the log of that size; base64. */
export function inclusionHashes(rows: Rows, { organization_id, log_index }: AcceptedReceipt, size: number): string[] {
  return inclusionProof(log_index, size, rows.logHashes(organization_id)).map(toBase64);
}
