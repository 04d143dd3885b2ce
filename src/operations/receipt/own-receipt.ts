import { CONTEXT_HASH } from '../../attestation/context-hash.js';
import type { Context } from '../../calls/context.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { successorKey } from '../../domain/receipt/supersession.js';
import { required } from '../../domain/values/required.js';
import type { Rows, Wanted } from '../../ports.js';
import type { AcceptedReceiptAnswer } from '../../schema/receipt.js';
import { receiptView } from '../../view/receipt-view.js';
import { findOwn } from '../tenancy/find-own.js';
import { findBoundOrder } from './bound-order.js';

/**
 * Finds a receipt of the caller's organization. A receipt of another organization counts as absent.
 * @throws PortalError `receipt_not_found`
 */
export function ownReceipt(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): AcceptedReceipt {
  return findOwn(rows.find('receipt', id), caller, 'receipt_not_found');
}

/** Converts a receipt to its form in responses, with its key, the receipt that supersedes it, and its order. */
export function receiptData(rows: Rows, context: Pick<Context, 'caller'>, row: AcceptedReceipt): AcceptedReceiptAnswer {
  const key = required(rows.get('signing_key', row.signing_key_id), 'signing key');
  const successor = rows.find('receiptSuperseding', ...successorKey(row));
  const order = findBoundOrder(rows, context, row.organization_id, row.context_hash);
  const countersignatures = rows.find('countersignaturesOf', row.organization_id, row.id);
  return receiptView(row, { key, successor, order, countersignatures });
}

/** Lists the rows that `receiptData` reads. */
export function buildReceiptHints(row: AcceptedReceipt): Wanted[] {
  return [
    ['get', 'signing_key', row.signing_key_id],
    ['receiptSuperseding', ...successorKey(row)],
    ['countersignaturesOf', row.organization_id, row.id],
    ...(CONTEXT_HASH.test(row.context_hash)
      ? [['orderByContext', row.organization_id, row.context_hash] as const]
      : []),
  ];
}
