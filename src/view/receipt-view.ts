import { fromUtf8, toBase64 } from '../attestation/bytes.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { AcceptedReceiptAnswer } from '../schema/receipt.js';
import { isoTime } from './format.js';

/** A receipt as it reads back; `orderId` is the order that its context hash belongs to. */
export function receiptView(
  row: AcceptedReceipt,
  receipt: Record<string, unknown>,
  key: SigningKey,
  orderId: string | undefined,
): AcceptedReceiptAnswer {
  return {
    id: row.id,
    status: 'verified',
    receipt,
    signed_bytes: toBase64(row.signed_bytes),
    signature: toBase64(row.signature),
    public_key: key.public_key,
    signing_key_id: key.id,
    key_fingerprint: key.key_fingerprint,
    receipt_hash: row.receipt_hash,
    received_at: isoTime(row.received_at),
    log_index: row.log_index,
    order: orderId === undefined ? null : { id: orderId },
    unsigned_metadata: row.metadata === null ? null : JSON.parse(row.metadata),
  };
}

/** The receipt, read from the signed bytes, so that what is shown is what was signed. */
export function signedReceipt({ signed_bytes }: Pick<AcceptedReceipt, 'signed_bytes'>): Record<string, unknown> {
  return JSON.parse(fromUtf8(signed_bytes));
}
