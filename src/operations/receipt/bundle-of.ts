import { toBase64 } from '../../attestation/bytes.js';
import { readDelegation } from '../../attestation/delegation.js';
import { isConsumerWithKeys, isKeyEntry, type KeyEntry, readEntry } from '../../attestation/log-entry.js';
import { inclusionNodes, inclusionProof } from '../../attestation/merkle.js';
import type { Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import { delegationHash } from '../../domain/receipt/log-hashes.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import type { BundleVersion } from '../../schema/receipt.js';
import { isoTime } from '../../view/format.js';
import { linksOf, signedReceipt } from '../../view/receipt-view.js';
import { checkpointView, inclusionOf } from './log-proofs.js';

/**
 * Builds the bundle of a receipt (docs/receipts-format.md, Bundles). `stored`: a checkpoint that covers the receipt.
 */
export function bundleOf(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint) {
  const members = membersOf(rows, row, stored);
  if (row.delegation === null) return { bundle: 'v0' as const, ...members };
  return { bundle: 'v0.1' as const, ...members, delegation_hash: delegationHash(row.delegation) };
}

/**
 * Counts the leaves that the checkpoint of a bundle must cover. An upgrade may have logged the key after the receipt, and
 * countersignatures follow it.
 */
export function leavesInBundle(rows: Rows, row: AcceptedReceipt, version: BundleVersion): number {
  const { organization_id, id, signing_key_id, log_index } = row;
  if (version === 'v0') return log_index + 1;
  const key = rows.find('firstEntryOf', organization_id, signing_key_id)?.log_index ?? 0;
  const countersigned = rows.find('countersignaturesOf', organization_id, id).map((found) => found.log_index);
  return Math.max(log_index, key, ...countersigned) + 1;
}

/**
 * Builds the bundle that also proves whose key signed, what about, and what the consumer decided. `stored`: a
 * checkpoint that covers the receipt and the entry of its key; later countersignatures are left out. `order`: the order
 * to show as the context, if any.
 */
export function bundleWithKey(rows: Rows, row: AcceptedReceipt, stored: LogCheckpoint, order: Order | undefined) {
  const { organization_id, signing_key_id } = row;
  const { log_index: index, data } = required(
    rows.find('firstEntryOf', organization_id, signing_key_id),
    'entry of the signing key',
  );
  const entry = readEntry(data);
  if (!isKeyEntry(entry)) throw new Error(`leaf ${index} is not the entry of a key`);
  const countersignatures = countersignaturesIn(rows, row, stored);
  return {
    bundle: 'v1' as const,
    ...membersOf(rows, row, stored),
    key: proveEntry(rows, organization_id, { entry, index }, stored),
    ...(order && { context: receiptContext(order) }),
    ...(countersignatures.length > 0 && { countersignatures }),
    ...(row.delegation !== null && { delegation: delegationIn(rows, row, row.delegation, stored) }),
  };
}

/** Returns a chain with the entry by which its first key was accepted: the last one before the receipt. */
function delegationIn(rows: Rows, row: AcceptedReceipt, text: string, stored: LogCheckpoint) {
  const { organization_id, consumer_id, log_index } = row;
  const chain = linksOf(text);
  const { fingerprint } = readDelegation(chain).links[0].key;
  const signing = rows.find('signingKeyByFingerprint', organization_id, fingerprint);
  // A key that was registered as a signing key after the receipt was the consumer's when it was accepted.
  const own = signing && rows.find('entryBefore', organization_id, signing.id, log_index);
  const { log_index: index, data } = required(
    own ?? rows.find('entryBefore', organization_id, consumer_id, log_index),
    'entry of the first key',
  );
  const key = (entry: KeyEntry | BundledConsumer) => proveEntry(rows, organization_id, { entry, index }, stored);
  const found = readEntry(data);
  if (isKeyEntry(found)) return { chain, key: key(found) };
  return { chain, key: key(consumerIn({ data, log_index: index })) };
}

type BundledConsumer = ReturnType<typeof consumerIn>;

/** Reads the entry of a consumer with keys. */
function consumerIn({ data, log_index }: { readonly data: Uint8Array; readonly log_index: number }) {
  const consumer = readEntry(data);
  if (!isConsumerWithKeys(consumer)) throw new Error(`leaf ${log_index} is not a consumer's entry with keys`);
  return { ...consumer, keys: [...consumer.keys] };
}

/** Returns the countersignatures that a checkpoint covers, each with the consumer's last entry before it. */
function countersignaturesIn(rows: Rows, { organization_id, id, consumer_id }: AcceptedReceipt, stored: LogCheckpoint) {
  const covered = rows.find('countersignaturesOf', organization_id, id).filter((one) => one.log_index < stored.size);
  return covered.map(({ log_index: index, entry }) => {
    const before = required(rows.find('entryBefore', organization_id, consumer_id, index), 'entry of the consumer');
    const key = { entry: consumerIn(before), index: before.log_index };
    return {
      ...proveEntry(rows, organization_id, { entry: { ...entry, statement: { ...entry.statement } }, index }, stored),
      key: proveEntry(rows, organization_id, key, stored),
    };
  });
}

function proveEntry<Entry>(
  rows: Rows,
  organizationId: string,
  { entry, index }: { readonly entry: Entry; readonly index: number },
  { size }: LogCheckpoint,
) {
  const hashAt = rows.logHashes(organizationId, inclusionNodes(index, size));
  return { entry, index, hashes: inclusionProof(index, size, hashAt).map(toBase64) };
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
