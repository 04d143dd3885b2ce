import { PortalError } from '../errors/portal-error.js';
import type { CheckedReceipt } from './receipt.js';
import type { SignedColumns } from './signed-columns.js';

/** The only resolution after which another receipt of the same job can follow. */
const OPEN_RESOLUTION = 'partial';

/** What was accepted before a receipt, as far as it decides whether the receipt can follow. */
export interface Before {
  /** The first receipt of its agent and job; only of interest when it supersedes none. */
  readonly first?: CheckedReceipt | undefined;
  /** The receipt of the organization that it says it supersedes. */
  readonly superseded?: CheckedReceipt | undefined;
  /** The receipt that has superseded that one already. */
  readonly successor?: CheckedReceipt | undefined;
}

/**
 * Checks that a receipt is the first of its job, or supersedes one of the same agent and job whose resolution was
 * `partial`, and which no other has superseded (docs/receipts-format.md, Superseding).
 * @throws PortalError `receipt_conflict`
 */
export function assertFollows(
  { agent_id, job_id, supersedes }: Pick<SignedColumns, 'agent_id' | 'job_id' | 'supersedes'>,
  { first, superseded, successor }: Before,
): void {
  if (supersedes === null) {
    if (first) throw conflict('job_id', `the receipt ${first.id} was already accepted for this job${hintOf(first)}`);
    return;
  }
  if (superseded?.agent_id !== agent_id || superseded.job_id !== job_id)
    throw conflict('metadata.supersedes', 'no receipt of this agent and job has this hash');
  const { id, resolution } = superseded;
  if (resolution !== OPEN_RESOLUTION)
    throw conflict('metadata.supersedes', `the receipt ${id} is final: its resolution is ${resolution}`);
  if (successor)
    throw conflict('metadata.supersedes', `the receipt ${id} was already superseded by the receipt ${successor.id}`);
}

function hintOf({ resolution }: CheckedReceipt): string {
  return resolution === OPEN_RESOLUTION
    ? `; it is ${OPEN_RESOLUTION}: to follow it, or the last that has, sign its receipt_hash as metadata.supersedes`
    : '';
}

function conflict(member: string, detail: string): PortalError {
  return new PortalError('receipt_conflict', `receipt.${member}: ${detail}`);
}

/** By what the receipt that supersedes this one is found. */
export function successorKey({ organization_id, agent_id, job_id, receipt_hash }: CheckedReceipt) {
  return [organization_id, agent_id, job_id, receipt_hash] as const;
}
