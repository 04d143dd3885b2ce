import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { exportedProof as proofForm } from '../../schema/receipt.js';
import { exportProof } from './log-proofs.js';
import { PROOF_FORMATS } from './proof-formats.js';
import { readWithCheckpoint } from './read-with-checkpoint.js';

export const getReceiptProof = defineOperation({
  name: 'get_receipt_proof',
  title: 'Export the proof that a receipt is in the log',
  description:
    'The inclusion proof for third-party tools: a tlog-proof (C2SP; `Accept: text/plain`) and a COSE receipt (RFC 9942; `Accept: application/cose`).',
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ receipt_id: id('Id of the receipt') }),
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(proofForm),
  sample: ({ receipt }) => ({ receipt_id: receipt }),
  errors: ['receipt_not_found', 'log_not_witnessed'],
  http: { method: 'get', path: '/api/receipts/{id}/proof', parts: { id: 'receipt_id' }, formats: PROOF_FORMATS },
  handle: (context: Context<'receipts'>, { receipt_id }) => readWithCheckpoint(context, receipt_id, exportProof),
});
