import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { BUNDLE_VERSIONS, bundle } from '../../schema/receipt.js';
import { findBoundOrder } from './bound-order.js';
import { bundleOf, bundleWithKey, leavesInBundle } from './bundle-of.js';
import { readWithCheckpoint } from './read-with-checkpoint.js';

export const getReceiptBundle = defineOperation({
  name: 'get_receipt_bundle',
  title: 'Get a receipt with its proofs',
  description:
    'Everything needed to check the receipt without this portal: receipt, signature, key, inclusion proof, checkpoint, public key of the log. `portal receipt verify` checks it offline.',
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    receipt_id: id('Id of the receipt'),
    version: z
      .enum(BUNDLE_VERSIONS)
      .default('v0')
      .describe('v1 also proves whose key signed, and shows the order that the receipt is about'),
  }),
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(bundle),
  sample: ({ receipt }) => ({ receipt_id: receipt }),
  errors: ['receipt_not_found', 'log_not_witnessed'],
  http: { method: 'get', path: '/api/receipts/{id}/bundle', parts: { id: 'receipt_id' }, query: ['version'] },
  handle: (context: Context<'receipts'>, { receipt_id, version }) =>
    readWithCheckpoint<z.input<typeof bundle>>(
      context,
      receipt_id,
      (rows, row, stored) => {
        if (version === 'v0') return bundleOf(rows, row, stored);
        const order = findBoundOrder(rows, context, row.organization_id, row.context_hash);
        return bundleWithKey(rows, row, stored, order);
      },
      (rows, row) => leavesInBundle(rows, row, version),
    ),
});
