import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { acceptedReceipt } from '../../schema/receipt.js';
import { ownReceipt, receiptData } from './own-receipt.js';

export const getReceipt = defineOperation({
  name: 'get_receipt',
  title: 'Get a receipt',
  description:
    'One accepted receipt, with exactly the bytes that were signed, and separately the unsigned metadata that was sent with it.',
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ receipt_id: id('Id of the receipt') }),
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(acceptedReceipt),
  sample: ({ receipt }) => ({ receipt_id: receipt }),
  errors: ['receipt_not_found'],
  http: { method: 'get', path: '/api/receipts/{id}', parts: { id: 'receipt_id' } },
  mcp: {
    description:
      'Read a receipt that was accepted. `order` is the order whose context_hash the receipt has; `unsigned_metadata` was sent with the receipt and is not signed.',
  },
  handle: (context, { receipt_id }) =>
    context.read((rows) => ({
      body: { data: receiptData(rows, context, ownReceipt(rows, context, receipt_id)) },
    })),
});
