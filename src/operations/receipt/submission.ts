import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { receiptHash } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { type SignedColumns, signedColumns } from '../../domain/receipt/signed-columns.js';
import { verifySignatureInPool } from '../../domain/signing-key/submitted-key.js';
import { AlignedWork } from '../../domain/values/aligned-work.js';
import { ingestionMetadata, receiptInput, signatureInput } from '../../schema/receipt.js';
import { publicKeyInput } from '../../schema/signing-key.js';

/** Verifications that end together at most: receipts that are verified together are written with one flush. */
const MAX_ALIGNED = 32;

const verifications = new AlignedWork(MAX_ALIGNED);

/** A signed receipt as it is sent. */
export const submissionInput = z.strictObject({
  receipt: receiptInput,
  public_key: publicKeyInput,
  signature: signatureInput,
  metadata: ingestionMetadata,
});

export type Submission = z.output<typeof submissionInput>;

/** A submission whose form is valid, with the outcome of its signature's verification. */
export interface Verified {
  readonly submission: Submission;
  readonly columns: SignedColumns;
  readonly signed: boolean;
}

/**
 * Verifies the signature. A wrong one counts at once, whatever the refusal will be: each costs a verification. Keys may be revoked
 * meanwhile, so what is decided by rows is decided afterwards, in the write.
 * @throws PortalError `rate_limited` after too many wrong signatures by one API key, with nothing verified
 */
export async function verifySubmission(
  { signatureFailures }: Pick<Context, 'signatureFailures'>,
  submission: Submission,
): Promise<Verified> {
  const { receipt, public_key, signature } = submission;
  const signed = await signatureFailures.counted(() =>
    verifications.run(() => verifySignatureInPool(signature, receipt.bytes, public_key)),
  );
  return { submission, columns: signedColumns(receipt.receipt, receipt.bytes), signed };
}

/** What the fingerprint of a call is computed from. */
export function fingerprintOf({ receipt, public_key, signature, metadata }: Submission) {
  return {
    receipt: receiptHash(receipt.bytes),
    public_key: public_key.pem,
    signature: toBase64(signature),
    metadata,
  };
}
