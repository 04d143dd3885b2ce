import { receiptLeaf } from '../../attestation/log-leaf.js';
import type { Receipt } from '../../attestation/receipt.js';
import { supersededHash } from '../../attestation/supersedes.js';
import { delegationHash, leafHash, receiptHash } from './log-hashes.js';
import type { CheckedReceipt } from './receipt.js';

/** Lookup columns of a receipt, derived from its signed content. */
export type SignedColumns = Pick<
  CheckedReceipt,
  'agent_id' | 'consumer_id' | 'job_id' | 'issued_at' | 'receipt_hash' | 'resolution' | 'context_hash' | 'supersedes'
>;

export function signedColumns(receipt: Receipt, signedBytes: Uint8Array): SignedColumns {
  const { agent_id, consumer_id, job_id, resolution, context_hash, issued_at } = receipt;
  return {
    agent_id,
    consumer_id,
    job_id,
    issued_at: Date.parse(issued_at),
    receipt_hash: receiptHash(signedBytes),
    resolution,
    context_hash,
    supersedes: supersededHash(receipt) ?? null,
  };
}

type Leaf = Pick<CheckedReceipt, 'id' | 'receipt_hash' | 'received_at' | 'delegation'>;

/**
 * Encodes the data of a receipt's leaf.
 * @throws RangeError when `received_at` is not a valid time
 */
export function encodeLeafData({ id, receipt_hash, received_at, delegation }: Leaf): Uint8Array {
  const delegation_hash = delegation === null ? undefined : delegationHash(delegation);
  return receiptLeaf({ id, receipt_hash, received_at: new Date(received_at).toISOString(), delegation_hash });
}

/**
 * Hash of a receipt's leaf.
 * @throws RangeError when `received_at` is not a valid time
 */
export function hashLeafRow(row: Leaf): Uint8Array {
  return leafHash(encodeLeafData(row));
}
