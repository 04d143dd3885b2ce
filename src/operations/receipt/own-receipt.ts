import { CONTEXT_HASH } from '../../attestation/context-hash.js';
import { absent } from '../../domain/errors.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { isOwn } from '../../domain/tenant.js';
import type { Rows } from '../../ports.js';
import type { AcceptedReceiptAnswer } from '../../schema/receipt.js';
import { receiptView, signedReceipt } from '../../view/receipt-view.js';
import type { Context } from '../context.js';
import { required } from '../define.js';

/**
 * The receipt of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `receipt_not_found`
 */
export function ownReceipt(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): AcceptedReceipt {
  const receipt = rows.receipt(id);
  if (receipt?.organization_id !== caller.organization_id) throw absent('receipt_not_found');
  return receipt;
}

export function receiptAnswer(
  rows: Rows,
  context: Pick<Context, 'caller'>,
  row: AcceptedReceipt,
): AcceptedReceiptAnswer {
  const key = required(rows.get('signing_key', row.signing_key_id), 'signing key');
  return receiptView(row, key, orderIdOf(rows, context, row));
}

/** A key of a deployment sees which order a receipt is about only where it may see the order itself. */
function orderIdOf(rows: Rows, { caller }: Pick<Context, 'caller'>, row: AcceptedReceipt): string | undefined {
  const { context_hash } = signedReceipt(row);
  if (typeof context_hash !== 'string' || !CONTEXT_HASH.test(context_hash)) return undefined;
  const order = rows.orderByContext(row.organization_id, context_hash);
  return order && (caller.deployment === null || isOwn(order, caller)) ? order.id : undefined;
}
