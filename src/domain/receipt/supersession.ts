import { PortalError } from '../errors/portal-error.js';
import type { CheckedReceipt } from './receipt.js';
import type { SignedColumns } from './signed-columns.js';

/** The only resolution after which the same job can have another receipt. */
const OPEN_RESOLUTION = 'partial';

/** Earlier receipts that decide whether another receipt is allowed. */
export interface PriorReceipts {
  /** First receipt of the agent and job; needed only if the new receipt supersedes none. */
  readonly first?: CheckedReceipt | undefined;
  /** The organization's receipt whose hash the new receipt names as superseded. */
  readonly superseded?: CheckedReceipt | undefined;
  /** Another receipt that already supersedes the same one. */
  readonly successor?: CheckedReceipt | undefined;
}

/**
 * Checks that a receipt is the first of its job, or the only successor of a `partial` receipt by the same agent for the
 * same job (docs/receipts-format.md, Superseding).
 * @throws PortalError `receipt_conflict`
 */
export function assertSupersessionAllowed(
  { agent_id, job_id, supersedes }: Pick<SignedColumns, 'agent_id' | 'job_id' | 'supersedes'>,
  { first, superseded, successor }: PriorReceipts,
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

/** Lookup key for the successor of a receipt. */
export function successorKey({ organization_id, agent_id, job_id, receipt_hash }: CheckedReceipt) {
  return [organization_id, agent_id, job_id, receipt_hash] as const;
}
