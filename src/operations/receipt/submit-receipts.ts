import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { inputError } from '../../calls/input-error.js';
import { toJsonSchema } from '../../calls/json-schema.js';
import { mapInSlices } from '../../calls/slices.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';
import { dataOf } from '../../schema/primitives.js';
import { type SubmissionOutcome, submissionOutcome } from '../../schema/receipt.js';
import { boundTo } from '../../view/receipt-view.js';
import { acceptReceipt, buildSubmissionHints } from './accept-receipt.js';
import { hideForeignOrder } from './bound-order.js';
import { type Submission, submissionInput, type Verified, verifySubmission } from './submission.js';

const MAX_RECEIPTS = 100;
/**
 * Number of receipts that count as one request in the rate limit. Batches save requests for callers and flushes for the
 * portal.
 */
const RECEIPTS_PER_REQUEST = 10;

/** Entries are parsed one by one, so that each can be rejected separately, with the error texts of submit_receipt. */
const entry = z.unknown().meta(toJsonSchema(submissionInput, 'input'));

export const submitReceipts = defineOperation({
  name: 'submit_receipts',
  title: 'Submit job receipts',
  description:
    'Verifies up to 100 signed job receipts, each by itself, and appends those that are accepted to the log of the organization, in their order. The response has an entry for each: `id` and `status`, or `error` and `detail`.',
  scope: 'receipts:write',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ receipts: z.array(entry).min(1).max(MAX_RECEIPTS).describe('As for submit_receipt') }),
  output: dataOf(z.array(submissionOutcome)),
  sample: ({ submission }) => ({ receipts: [{ ...submission, metadata: { channel: 'batch' } }] }),
  errors: ['invalid_receipt'],
  weight: ({ receipts }) => Math.ceil(receipts.length / RECEIPTS_PER_REQUEST),
  http: { method: 'post', path: '/api/receipts/batch', bodyLimit: 1024 * 1024, exactNumbers: true },
  async handle(context: Context<'receipts' | 'clock' | 'slices'>, { receipts }) {
    await context.services.receipts.signatureFailures.assertBelow();
    const read = await mapInSlices(receipts, context.services.slices, (raw) => attempt(() => submissionOf(raw)));
    const submissions = await verifyEach(context, read);
    const hints = submissions.flatMap((one) => (one instanceof PortalError ? [] : buildSubmissionHints(context, one)));
    return context.update(
      (rows) => {
        const { data, accepted } = acceptEach(rows, context, submissions);
        return {
          writes: accepted.map((receipt) => ({ type: 'receipt', receipt })),
          answer: { body: { data } },
          // A rejected entry may be accepted on a repeat, so the response is final only if every entry was accepted.
          final: data.every((outcome) => 'id' in outcome),
        };
      },
      ...hints,
    );
  },
});

/** Decides the entries in order, since a receipt may supersede an earlier one or conflict with it. */
function acceptEach(
  rows: Rows,
  context: Context<'receipts' | 'clock'>,
  submissions: readonly (Verified | PortalError)[],
) {
  const accepted: CheckedReceipt[] = [];
  const data = submissions.map((submission): SubmissionOutcome => {
    if (submission instanceof PortalError) return rejection(submission);
    const outcome = attempt(() => acceptReceipt(rows, context, submission, accepted));
    if (outcome instanceof PortalError) return rejection(outcome);
    if (outcome.row) accepted.push(outcome.row);
    return { id: outcome.id, status: 'verified', bound_to: boundTo(hideForeignOrder(context, outcome.order)) };
  });
  return { data, accepted };
}

function rejection({ code, detail }: PortalError): SubmissionOutcome {
  return { error: code, detail };
}

function verifyEach(context: Context<'receipts'>, read: readonly (Submission | PortalError)[]) {
  return Promise.all(
    read.map((one) => (one instanceof PortalError ? one : verifySubmission(context, one).catch(refusalIn))),
  );
}

/** @throws PortalError as submit_receipt does */
function submissionOf(raw: unknown): Submission {
  const parsed = submissionInput.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw inputError(parsed.error, raw, {}, submissionInput);
}

/** Returns a rejection as the entry's outcome; any other error fails the call. */
function attempt<R>(step: () => R): R | PortalError {
  try {
    return step();
  } catch (error) {
    return refusalIn(error);
  }
}

function refusalIn(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  throw error;
}
