import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';

/** The receipts of an organization that were accepted before the one that is decided on. */
export interface EarlierReceipts {
  byHash(receiptHash: string): CheckedReceipt | undefined;
  /** The first of an agent's job. */
  ofJob(agentId: string, jobId: string): CheckedReceipt | undefined;
  superseding(superseded: CheckedReceipt): CheckedReceipt | undefined;
}

/** Those that are stored, and those that the same decision has accepted already. */
export function earlierReceipts(
  rows: Rows,
  organizationId: string,
  accepted: readonly CheckedReceipt[] = [],
): EarlierReceipts {
  return {
    byHash: (hash) =>
      rows.receiptByHash(organizationId, hash) ?? accepted.find(({ receipt_hash }) => receipt_hash === hash),
    ofJob: (agentId, jobId) =>
      rows.receiptOfJob(organizationId, agentId, jobId) ??
      accepted.find(({ agent_id, job_id }) => agent_id === agentId && job_id === jobId),
    superseding: ({ agent_id, job_id, receipt_hash }) =>
      rows.receiptSuperseding(organizationId, agent_id, job_id, receipt_hash) ??
      accepted.find(({ supersedes }) => supersedes === receipt_hash),
  };
}
