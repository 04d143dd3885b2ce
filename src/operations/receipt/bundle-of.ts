import { toBase64 } from '../../attestation/bytes.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import { isoTime } from '../../view/format.js';
import { signedReceipt } from '../../view/receipt-view.js';
import { checkpointView, inclusionOf } from './log-proofs.js';

/**
 * Builds the bundle of a receipt (docs/receipts-format.md, Bundles). `stored`: a checkpoint that covers the receipt.
 */
export function bundleOf(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint) {
  const { checkpoint, tree_size, public_key } = checkpointView(stored);
  const { hashes } = inclusionOf(rows, row, tree_size);
  return {
    bundle: 'v0' as const,
    id: row.id,
    receipt: signedReceipt(row),
    signed_bytes: toBase64(row.signed_bytes),
    signature: toBase64(row.signature),
    public_key: required(rows.get('signing_key', row.signing_key_id), 'signing key').public_key,
    received_at: isoTime(row.received_at),
    log: { public_key, index: row.log_index, tree_size, hashes, checkpoint },
  };
}
