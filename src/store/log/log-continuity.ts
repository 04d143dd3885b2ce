import { sameBytes } from '../../attestation/bytes.js';
import { consistencyNodes, consistencyProof, verifyConsistency } from '../../attestation/merkle.js';
import { pluralize } from '../../domain/values/pluralize.js';
import { LogDiscontinuity, type Rows } from '../../ports.js';
import type { SignedHead } from './signed-heads.js';

const RECOVERY_HINT =
  'Restore the newest copy of the database; if there is none, verify this one with `portal log verify`, and give the log a new name with `portal log adopt`.';

/**
 * @throws LogDiscontinuity if a later epoch of the log has a signed head, or the log was restored and its latest signed
 * heads are unknown
 */
export function assertLatestEpoch(organizationId: string, epoch: number, known: readonly SignedHead[]): void {
  const latest = Math.max(...known.map((head) => head.epoch), epoch);
  if (latest > epoch)
    throw new LogDiscontinuity(
      organizationId,
      `the log of ${organizationId} has epoch ${epoch}, but epoch ${latest} was begun: an older copy of the database was restored. ${RECOVERY_HINT}`,
    );
  assertTrusted(organizationId, epoch, known);
}

/** @throws LogDiscontinuity if the log was restored and its latest signed heads are unknown */
function assertTrusted(organizationId: string, epoch: number, known: readonly SignedHead[]): void {
  if (!known.some((head) => head.epoch === epoch && head.restored)) return;
  throw new LogDiscontinuity(
    organizationId,
    `the log of ${organizationId} was restored from a backup, and its later signed heads are not known. Restore the newest copy of the database and of the file of signed heads; if there is none, give the log a new name with \`portal log adopt\`.`,
  );
}

/**
 * Checks that a tree extends the last signed head.
 * @throws LogDiscontinuity
 */
export function assertExtendsSignedHead(
  rows: Pick<Rows, 'logHashes'>,
  organizationId: string,
  last: Pick<SignedHead, 'size' | 'root'>,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): void {
  if (size < last.size) {
    throw new LogDiscontinuity(
      organizationId,
      `the log of ${organizationId} has ${pluralize(size, 'leaf', 'leaves')}, but ${last.size} were signed: an older copy of the database was restored, or the head of the log was put back. ${RECOVERY_HINT}`,
    );
  }
  if (contains(rows, organizationId, last, { size, root })) return;
  throw new LogDiscontinuity(
    organizationId,
    `the log of ${organizationId} differs from the ${pluralize(last.size, 'leaf', 'leaves')} that were signed: an older copy of the database was restored and went on, or the log was changed. ${RECOVERY_HINT}`,
  );
}

function contains(
  rows: Pick<Rows, 'logHashes'>,
  organizationId: string,
  last: Pick<SignedHead, 'size' | 'root'>,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): boolean {
  if (last.size === 0) return true;
  if (last.size === size) return sameBytes(last.root, root);
  const hashAt = rows.logHashes(organizationId, consistencyNodes(last.size, size));
  return verifyConsistency(last.size, size, consistencyProof(last.size, size, hashAt), last.root, root);
}
