import { entryHash } from '../../attestation/log-leaf.js';
import { type Receipt, receiptHash } from '../../attestation/receipt.js';
import { supersededHash } from '../../attestation/supersedes.js';
import type { CheckedReceipt } from './receipt.js';

/** The columns by which a receipt is found; each is a copy of a signed member. */
export type SignedColumns = Pick<
  CheckedReceipt,
  'agent_id' | 'consumer_id' | 'job_id' | 'issued_at' | 'receipt_hash' | 'resolution' | 'context_hash' | 'supersedes'
>;

export function signedColumns(receipt: Receipt, signedBytes: Uint8Array): SignedColumns {
  const { agent_id, consumer_id, job_id, resolution, context_hash, issued_at } = receipt;
  return {
    ...{ agent_id, consumer_id, job_id },
    issued_at: Date.parse(issued_at),
    receipt_hash: receiptHash(signedBytes),
    ...{ resolution, context_hash },
    supersedes: supersededHash(receipt) ?? null,
  };
}

/**
 * The hash of a receipt's leaf.
 * @throws RangeError when `received_at` is no time
 */
export function leafOf({
  id,
  receipt_hash,
  received_at,
}: Pick<CheckedReceipt, 'id' | 'receipt_hash' | 'received_at'>): Uint8Array {
  return entryHash({ id, receipt_hash, received_at: new Date(received_at).toISOString() });
}
