import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { acceptedAnswer } from '../../schema/receipt.js';
import { boundTo } from '../../view/receipt-view.js';
import { acceptReceipt, buildSubmissionHints } from './accept-receipt.js';
import { hideForeignOrder } from './bound-order.js';
import { fingerprintOf, submissionInput, verifySubmission } from './submission.js';

export const submitReceipt = defineOperation({
  name: 'submit_receipt',
  title: 'Submit a job receipt',
  description:
    'Verifies a signed job receipt and appends it to the log of the organization. Submitting the same receipt again gives the first id.',
  scope: 'receipts:write',
  effect: 'write',
  idempotent: true,
  input: submissionInput,
  output: acceptedAnswer,
  sample: ({ submission }) => ({ ...submission, metadata: { channel: 'api' } }),
  errors: [
    'invalid_receipt',
    'unsupported_receipt_version',
    'private_key_submitted',
    'invalid_public_key',
    'unsupported_key_algorithm',
    'weak_public_key',
    'invalid_signature_encoding',
    'signing_key_unknown',
    'signing_key_revoked',
    'signing_key_retired',
    'agent_unknown',
    'agent_key_mismatch',
    'consumer_unknown',
    'signature_invalid',
    'issued_at_in_future',
    'issued_at_too_old',
    'invalid_delegation',
    'outside_delegation',
    'receipt_conflict',
  ],
  fingerprint: fingerprintOf,
  http: { method: 'post', path: '/api/receipts', bodyLimit: 64 * 1024, exactNumbers: true },
  mcp: {
    // Few agents act under a chain, and those that do have the API's documents.
    announced: submissionInput.omit({ delegation: true }),
    description:
      'Prove a job that you did: send the receipt, its signature, and the registered public key. Each job_id takes one receipt; repeating the same receipt is safe.',
  },
  async handle(context: Context<'receipts' | 'clock'>, input) {
    const submission = await verifySubmission(context, input);
    const hints = buildSubmissionHints(context, submission);
    // A submission with an invalid signature is always rejected, so a read suffices to find its error. Errors about the
    // key precede the one about the signature.
    if (!submission.signed) await context.read((rows) => acceptReceipt(rows, context, submission), ...hints);
    return context.update(
      (rows) => {
        const { id, row, order } = acceptReceipt(rows, context, submission);
        return {
          writes: row ? [{ type: 'receipt', receipt: row }] : [],
          answer: { body: { id, status: 'verified' as const, bound_to: boundTo(hideForeignOrder(context, order)) } },
        };
      },
      ...hints,
    );
  },
});
