import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import type { DelegationChain } from '../../attestation/delegation.js';
import { receiptHash } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { type SignedColumns, signedColumns } from '../../domain/receipt/signed-columns.js';
import { verifySignatureInPool } from '../../domain/signing-key/submitted-key.js';
import { AlignedWork } from '../../domain/values/aligned-work.js';
import { required } from '../../domain/values/required.js';
import { delegationInput } from '../../schema/delegation.js';
import { ingestionMetadata, receiptInput, signatureInput } from '../../schema/receipt.js';
import { publicKeyInput } from '../../schema/signing-key.js';

/** Maximum number of verifications that finish as one group, so that their receipts share one flush to disk. */
const MAX_ALIGNED = 32;

const verifications = new AlignedWork(MAX_ALIGNED);

/** A signed receipt as submitted. */
export const submissionInput = z.strictObject({
  receipt: receiptInput,
  public_key: publicKeyInput,
  signature: signatureInput,
  metadata: ingestionMetadata,
  delegation: delegationInput.optional(),
});

export type Submission = z.output<typeof submissionInput>;

/** A well-formed submission and the result of its signature check. */
export interface Verified {
  readonly submission: Submission;
  readonly columns: SignedColumns;
  readonly signed: boolean;
  /** Index of the first link of the delegation with an invalid signature; `undefined` if all are valid. */
  readonly wrongLink: number | undefined;
}

/**
 * Verifies the signatures of a submission. An invalid signature is counted immediately, whichever error the call
 * returns, since each verification is costly. The key, agent and consumer are checked later, in the write, because keys
 * may be revoked in the meantime.
 * @throws PortalError `rate_limited`, before verifying, after too many invalid signatures by the same API key
 */
export async function verifySubmission(
  { services }: Pick<Context<'receipts'>, 'services'>,
  submission: Submission,
): Promise<Verified> {
  const { receipt, public_key, signature, delegation } = submission;
  let verified: Verified | undefined;
  await services.receipts.signatureFailures.counted(() =>
    verifications.run(async () => {
      const verdicts = Promise.all([
        verifySignatureInPool(signature, receipt.bytes, public_key),
        findWrongLink(delegation),
      ]);
      // Computed while the pool verifies.
      const columns = signedColumns(receipt.receipt, receipt.bytes);
      const [signed, wrongLink] = await verdicts;
      verified = { submission, columns, signed, wrongLink };
      return signed && wrongLink === undefined;
    }),
  );
  return required(verified, 'verified submission');
}

async function findWrongLink(delegation: DelegationChain | undefined): Promise<number | undefined> {
  if (!delegation) return undefined;
  const verified = await Promise.all(
    delegation.links.map(({ signature_bytes, bytes, key }) => verifySignatureInPool(signature_bytes, bytes, key)),
  );
  const wrong = verified.indexOf(false);
  return wrong === -1 ? undefined : wrong;
}

/** Returns the values by which repeats of a call are compared. */
export function fingerprintOf({ receipt, public_key, signature, metadata, delegation }: Submission) {
  return {
    receipt: receiptHash(receipt.bytes),
    public_key: public_key.pem,
    signature: toBase64(signature),
    metadata,
    ...(delegation && { delegation: delegation.hash }),
  };
}
