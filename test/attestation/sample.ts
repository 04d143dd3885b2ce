import type { Receipt } from '../../src/attestation/receipt.js';

/** A receipt that is valid in every member. */
export const RECEIPT: Receipt = {
  version: 'v0',
  agent_id: 'agent_7Q2M',
  consumer_id: 'cons_31',
  job_id: 'job-0001',
  resolution: 'success',
  context_hash: 'sha256:910628bf578c0320210eef6f30023043b4eb368f24d346cd15f0a0688d739e36',
  issued_at: '2026-11-20T10:00:00Z',
  metadata: { steps: 2 },
};
