import type { Context } from '../../calls/context.js';
import type { LogCheckpoint } from '../../domain/receipt/log-checkpoint.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';
import { ownReceipt } from './own-receipt.js';

/**
 * Computes a response from a receipt of the caller's organization and a checkpoint that covers it. `leavesOf`: the
 * number of leaves that the checkpoint must cover, if not only those up to the receipt.
 * @throws PortalError `receipt_not_found`, `unavailable`, `log_not_witnessed`
 */
export async function readWithCheckpoint<Data>(
  context: Context<'receipts'>,
  receiptId: string,
  dataOf: (rows: Rows, row: AcceptedReceipt, checkpoint: LogCheckpoint) => Data,
  leavesOf: (rows: Rows, row: AcceptedReceipt) => number = (_rows, row) => row.log_index + 1,
): Promise<{ body: { data: Data } }> {
  const { row, leaves } = await context.read((rows) => {
    const found = ownReceipt(rows, context, receiptId);
    return { row: found, leaves: leavesOf(rows, found) };
  });
  const checkpoint = await context.services.receipts.checkpoint(leaves);
  return context.read((rows) => ({ body: { data: dataOf(rows, row, checkpoint) } }));
}
