import type { Context } from '../../calls/context.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';
import { ownReceipt } from './own-receipt.js';

/**
 * Computes a response from a receipt of the caller's organization and a checkpoint that covers it.
 * @throws PortalError `receipt_not_found`, `unavailable`, `log_not_witnessed`
 */
export async function readWithCheckpoint<Data>(
  context: Context<'receipts'>,
  receiptId: string,
  dataOf: (rows: Rows, row: AcceptedReceipt, checkpoint: LogCheckpoint) => Data,
): Promise<{ body: { data: Data } }> {
  const row = await context.read((rows) => ownReceipt(rows, context, receiptId));
  const checkpoint = await context.services.receipts.checkpoint(row.log_index + 1);
  return context.read((rows) => ({ body: { data: dataOf(rows, row, checkpoint) } }));
}
