import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { type Receipt, receiptHash } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { assertIssuedInTime } from '../../domain/receipt/acceptance.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import { type SignedColumns, signedColumns } from '../../domain/receipt/signed-columns.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import type { Rows, Wanted } from '../../ports.js';
import { answer } from '../../schema/primitives.js';
import { ingestionMetadata, receiptInput, signatureInput } from '../../schema/receipt.js';
import { publicKeyInput } from '../../schema/signing-key.js';
import { claimsOf } from './claims.js';
import { orderOf } from './order-of.js';

const input = z.strictObject({
  receipt: receiptInput,
  public_key: publicKeyInput,
  signature: signatureInput,
  metadata: ingestionMetadata,
});

type Submission = z.output<typeof input>;

/** The checks are in the order of the list in docs/receipts.md, Acceptance. */
export const submitReceipt = defineOperation({
  name: 'submit_receipt',
  title: 'Submit a job receipt',
  description:
    'Verifies a signed job receipt and appends it to the log of the organization. Submitting the same receipt again gives the first id.',
  scope: 'receipts:write',
  effect: 'write',
  idempotent: true,
  input,
  output: answer({ id: z.string(), status: z.literal('verified') }),
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
    'receipt_conflict',
  ],
  fingerprint: ({ receipt, public_key, signature, metadata }) => ({
    receipt: receiptHash(receipt.bytes),
    public_key: public_key.pem,
    signature: toBase64(signature),
    metadata,
  }),
  http: { method: 'post', path: '/api/receipts', bodyLimit: 64 * 1024, exactNumbers: true },
  mcp: {
    description:
      'Prove a job that you did: send the receipt, the base64 Ed25519 signature over its canonical JSON (RFC 8785), and the registered public key (PEM). For an order, take context_hash from get_receipt_context. Each job_id takes one receipt; repeating the same receipt is safe.',
  },
  async handle(context, submission) {
    const { receipt, bytes } = submission.receipt;
    const { fingerprint } = submission.public_key;
    if (!isSigned(context, submission)) {
      // The refusal of the key comes before that of the signature (docs/receipts.md, Acceptance).
      await context.read((rows) => claimsOf(rows, context, receipt, fingerprint, context.now));
      throw wrongSignature(context, receiptHash(bytes));
    }
    const columns = signedColumns(receipt, bytes);
    return context.update(
      (rows) => {
        const now = context.instant();
        const { key, agent } = claimsOf(rows, context, receipt, fingerprint, now);
        assertIssuedInTime(receipt, key, agent, context.receiptRules, now);
        const known = rows.receiptByHash(key.organization_id, columns.receipt_hash);
        if (known) return { writes: [], answer: accepted(known.id) };
        assertFirstOfJob(rows, key.organization_id, receipt);
        const order = orderOf(rows, key.organization_id, receipt.context_hash);
        const row = checkedReceipt(context.ids.uuid(), submission, key, columns, now, order?.id ?? null);
        return { writes: [{ type: 'receipt', receipt: row }], answer: accepted(row.id) };
      },
      ...hintsOf(context, submission, columns),
    );
  },
});

/** The rows on which the acceptance of a receipt depends. */
function hintsOf(
  { caller }: Context,
  { receipt: { receipt }, public_key }: Submission,
  columns: SignedColumns,
): Wanted[] {
  const { organization_id } = caller;
  return [
    ['signingKeyByFingerprint', organization_id, public_key.fingerprint],
    ['get', 'agent', receipt.agent_id],
    ['get', 'consumer', receipt.consumer_id],
    ['receiptByHash', organization_id, columns.receipt_hash],
    ['receiptOfJob', organization_id, receipt.agent_id, receipt.job_id],
  ];
}

function accepted(id: string) {
  return { body: { id, status: 'verified' as const } };
}

/** @throws PortalError `rate_limited` after too many wrong signatures by one key */
function isSigned({ signatureFailures }: Context, { receipt, public_key, signature }: Submission): boolean {
  signatureFailures.assertBelow();
  return verifySignature(signature, receipt.bytes, public_key);
}

/** The hash tells a signer whether it signed the same bytes. */
function wrongSignature({ signatureFailures }: Context, hash: string): PortalError {
  signatureFailures.count();
  return new PortalError(
    'signature_invalid',
    `signature: it is not a valid signature by public_key over the canonical JSON (RFC 8785) of receipt, whose SHA-256 is ${hash}`,
  );
}

/** @throws PortalError `receipt_conflict` */
function assertFirstOfJob(rows: Rows, organizationId: string, { agent_id, job_id }: Receipt): void {
  const first = rows.receiptOfJob(organizationId, agent_id, job_id);
  if (!first) return;
  throw new PortalError(
    'receipt_conflict',
    `receipt.job_id: the receipt ${first.id} was already accepted for this job`,
  );
}

function checkedReceipt(
  id: string,
  { receipt, signature, metadata }: Submission,
  key: SigningKey,
  columns: SignedColumns,
  received_at: number,
  order_id: string | null,
): CheckedReceipt {
  return {
    id,
    organization_id: key.organization_id,
    ...columns,
    signing_key_id: key.id,
    key_fingerprint: key.key_fingerprint,
    signed_bytes: receipt.bytes,
    signature,
    received_at,
    metadata: metadata ?? null,
    order_id,
  };
}
