import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';

/** Receipts of an organization accepted before the current one. */
export interface EarlierReceipts {
  byHash(receiptHash: string): CheckedReceipt | undefined;
  /** The first receipt of an agent's job. */
  ofJob(agentId: string, jobId: string): CheckedReceipt | undefined;
  superseding(superseded: CheckedReceipt): CheckedReceipt | undefined;
}

/** Stored receipts, and those accepted earlier in the same decision. */
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
