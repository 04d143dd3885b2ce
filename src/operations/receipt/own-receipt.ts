import type { Context } from '../../calls/context.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import type { AcceptedReceiptAnswer } from '../../schema/receipt.js';
import { receiptView, signedReceipt } from '../../view/receipt-view.js';
import { own } from '../tenancy/own.js';
import { orderOf } from './order-of.js';

/**
 * The receipt of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `receipt_not_found`
 */
export function ownReceipt(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): AcceptedReceipt {
  return own(rows.receipt(id), caller, 'receipt_not_found');
}

/** The answer with a receipt, and the order that it is about. */
export function receiptData(rows: Rows, context: Pick<Context, 'caller'>, row: AcceptedReceipt): AcceptedReceiptAnswer {
  const key = required(rows.get('signing_key', row.signing_key_id), 'signing key');
  const receipt = signedReceipt(row);
  return receiptView(row, receipt, key, orderIdOf(rows, context, row.organization_id, receipt.context_hash));
}

/** A key of a deployment sees which order a receipt is about only where it may see the order itself. */
function orderIdOf(
  rows: Rows,
  { caller }: Pick<Context, 'caller'>,
  organizationId: string,
  context_hash: unknown,
): string | undefined {
  const order = orderOf(rows, organizationId, context_hash);
  return order && (caller.deployment === null || isOwn(order, caller)) ? order.id : undefined;
}
