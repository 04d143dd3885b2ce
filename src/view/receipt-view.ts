import { fromUtf8, toBase64 } from '../attestation/bytes.js';
import type { Order } from '../domain/order/order.js';
import type { LoggedCountersignature } from '../domain/receipt/countersigning.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import { type DelegationLinkAnswer, storedChain } from '../schema/delegation.js';
import type { OrderReceipt } from '../schema/order.js';
import type { AcceptedReceiptAnswer, BoundTo } from '../schema/receipt.js';
import { countersignatureView } from './countersignature-view.js';
import { isoTime, isoTimeOrNull } from './format.js';

/** Objects related to a receipt. */
export interface Related {
  readonly key: SigningKey;
  /** The order that has the receipt's context hash, if the caller may see the order. */
  readonly order: Order | undefined;
  /** The receipt that supersedes this one. */
  readonly successor: AcceptedReceipt | undefined;
  readonly countersignatures: readonly LoggedCountersignature[];
}

/** A receipt in responses. */
export function receiptView(
  row: AcceptedReceipt,
  { key, order, successor, countersignatures }: Related,
): AcceptedReceiptAnswer {
  return {
    id: row.id,
    status: 'verified',
    receipt: signedReceipt(row),
    signed_bytes: toBase64(row.signed_bytes),
    signature: toBase64(row.signature),
    public_key: key.public_key,
    signing_key_id: key.id,
    key_fingerprint: key.key_fingerprint,
    receipt_hash: row.receipt_hash,
    received_at: isoTime(row.received_at),
    log_index: row.log_index,
    signing_key: {
      status: key.status,
      created_at: isoTime(key.created_at),
      retired_at: isoTimeOrNull(key.retired_at),
      revoked_at: isoTimeOrNull(key.revoked_at),
    },
    superseded_by: referenceTo(successor),
    order: referenceTo(order),
    bound_to: boundTo(order),
    ...(countersignatures.length > 0 && { countersignatures: countersignatures.map(countersignatureView) }),
    ...(row.delegation !== null && { delegation: linksOf(row.delegation) }),
    unsigned_metadata: row.metadata === null ? null : JSON.parse(row.metadata),
  };
}

/** Parses a stored chain. It is not verified: decoding eight keys takes longer than all else of a response. */
export function linksOf(delegation: string): DelegationLinkAnswer[] {
  return storedChain.parse(JSON.parse(delegation));
}

/** Returns the time until which the last link of a stored chain allows receipts. */
export function allowedUntil(delegation: string): string {
  return String(linksOf(delegation).at(-1)?.statement.expires_at);
}

/** A receipt in the list of its order. */
export function orderReceiptView(row: AcceptedReceipt, successor: AcceptedReceipt | undefined): OrderReceipt {
  return {
    id: row.id,
    agent_id: row.agent_id,
    resolution: row.resolution,
    received_at: isoTime(row.received_at),
    status: 'verified',
    superseded_by: referenceTo(successor),
    ...(row.delegation !== null && { allowed_until: allowedUntil(row.delegation) }),
  };
}

/** The order to which a receipt is bound, with its state. Null if there is none, or none that the caller may see. */
export function boundTo(order: Order | undefined): BoundTo {
  return order ? { order_id: order.id, status: order.status, payment_status: order.payment_status } : null;
}

function referenceTo(row: { readonly id: string } | undefined): { id: string } | null {
  return row === undefined ? null : { id: row.id };
}

/** Parses the receipt from its signed bytes, so that only signed content is shown. */
export function signedReceipt({ signed_bytes }: Pick<AcceptedReceipt, 'signed_bytes'>): Record<string, unknown> {
  return JSON.parse(fromUtf8(signed_bytes));
}
