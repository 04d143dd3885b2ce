import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { inclusion } from '../../schema/receipt.js';
import { checkpointView, inclusionOf } from './log-proofs.js';
import { readWithCheckpoint } from './read-with-checkpoint.js';

export const getInclusionProof = defineOperation({
  name: 'get_inclusion_proof',
  title: 'Prove that a receipt is in the log',
  description: "The audit path (RFC 6962) from the receipt's leaf to the root of the checkpoint in the same answer.",
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ receipt_id: id('Id of the receipt') }),
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(inclusion),
  sample: ({ receipt }) => ({ receipt_id: receipt }),
  errors: ['receipt_not_found', 'log_not_witnessed'],
  http: { method: 'get', path: '/api/receipts/log/inclusion/{receipt_id}', parts: { receipt_id: 'receipt_id' } },
  handle: (context: Context<'receipts'>, { receipt_id }) =>
    readWithCheckpoint(context, receipt_id, (rows, row, stored) => {
      const { checkpoint, tree_size } = checkpointView(stored);
      const { id, log_index } = row;
      return { receipt_id: id, log_index, tree_size, ...inclusionOf(rows, row, tree_size), checkpoint };
    }),
});
