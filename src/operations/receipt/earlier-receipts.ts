import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';

/** Receipts that an organization accepted before the current one. */
export interface EarlierReceipts {
  byHash(receiptHash: string): CheckedReceipt | undefined;
  /** The first receipt for a job of an agent. */
  ofJob(agentId: string, jobId: string): CheckedReceipt | undefined;
  superseding(superseded: CheckedReceipt): CheckedReceipt | undefined;
}

/** Combines stored receipts with those that the same decision has accepted before. */
export function earlierReceipts(
  rows: Rows,
  organizationId: string,
  accepted: readonly CheckedReceipt[] = [],
): EarlierReceipts {
  return {
    byHash: (hash) =>
      rows.find('receiptByHash', organizationId, hash) ?? accepted.find(({ receipt_hash }) => receipt_hash === hash),
    ofJob: (agentId, jobId) =>
      rows.find('receiptOfJob', organizationId, agentId, jobId) ??
      accepted.find(({ agent_id, job_id }) => agent_id === agentId && job_id === jobId),
    superseding: ({ agent_id, job_id, receipt_hash }) =>
      rows.find('receiptSuperseding', organizationId, agent_id, job_id, receipt_hash) ??
      accepted.find(({ supersedes }) => supersedes === receipt_hash),
  };
}
