import { toBase64 } from '../../attestation/bytes.js';
import { isKeyEntry, readEntry } from '../../attestation/log-entry.js';
import { inclusionNodes, inclusionProof } from '../../attestation/merkle.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import type { BundleVersion } from '../../schema/receipt.js';
import { isoTime } from '../../view/format.js';
import { signedReceipt } from '../../view/receipt-view.js';
import { checkpointView, inclusionOf } from './log-proofs.js';

/**
 * Builds the bundle of a receipt (docs/receipts-format.md, Bundles). `stored`: a checkpoint that covers the receipt.
 */
export function bundleOf(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint) {
  return { bundle: 'v0' as const, ...membersOf(rows, row, stored) };
}

/** Counts the leaves that the checkpoint of a bundle must cover. An upgrade may have logged the key after the receipt. */
export function leavesInBundle(rows: Rows, row: AcceptedReceipt, version: BundleVersion): number {
  const entry = version === 'v0' ? undefined : rows.find('keyRegistration', row.organization_id, row.signing_key_id);
  return Math.max(row.log_index, entry?.log_index ?? 0) + 1;
}

/**
 * Builds the bundle that also proves whose key signed, and what about. `stored`: a checkpoint that covers the receipt
 * and the entry of its key. `order`: the order to show as the context, if any.
 */
export function bundleWithKey(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint, order: Order | undefined) {
  const { organization_id, signing_key_id } = row;
  const { log_index: index, data } = required(
    rows.find('keyRegistration', organization_id, signing_key_id),
    'entry of the signing key',
  );
  const entry = readEntry(data);
  if (!isKeyEntry(entry)) throw new Error(`leaf ${index} is not the entry of a key`);
  const hashAt = rows.logHashes(organization_id, inclusionNodes(index, stored.size));
  const hashes = inclusionProof(index, stored.size, hashAt).map(toBase64);
  return {
    bundle: 'v1' as const,
    ...membersOf(rows, row, stored),
    key: { entry, index, hashes },
    ...(order && { context: receiptContext(order) }),
  };
}

function membersOf(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint) {
  const { checkpoint, tree_size, public_key } = checkpointView(stored);
  const { hashes } = inclusionOf(rows, row, tree_size);
  return {
    id: row.id,
    receipt: signedReceipt(row),
    signed_bytes: toBase64(row.signed_bytes),
    signature: toBase64(row.signature),
    public_key: required(rows.get('signing_key', row.signing_key_id), 'signing key').public_key,
    received_at: isoTime(row.received_at),
    log: { public_key, index: row.log_index, tree_size, hashes, checkpoint },
  };
}
