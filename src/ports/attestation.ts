import type { HashAt, NodePosition } from '../attestation/merkle.js';
import type { Order } from '../domain/order/order.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { ClosedLog, LogLeaf } from './log.js';

/** Consistent view of signing keys, receipts and the log. */
export interface AttestationRows {
  signingKeyByFingerprint(organizationId: string, fingerprint: string): SigningKey | undefined;
  /** The active key of an agent; null for the organization's own key. */
  activeSigningKey(organizationId: string, agentId: string | null): SigningKey | undefined;
  receipt(id: string): AcceptedReceipt | undefined;
  receiptByHash(organizationId: string, receiptHash: string): AcceptedReceipt | undefined;
  /** The first receipt for an agent's job. */
  receiptOfJob(organizationId: string, agentId: string, jobId: string): AcceptedReceipt | undefined;
  /** The receipt for an agent's job that supersedes the one with this hash. */
  receiptSuperseding(
    organizationId: string,
    agentId: string,
    jobId: string,
    receiptHash: string,
  ): AcceptedReceipt | undefined;
  /** The order whose receipt context has this hash. */
  orderByContext(organizationId: string, contextHash: string): Order | undefined;
  /**
   * Current epoch, size and root of an organization's log.
   * @throws LogRefusal when the log was modified from outside
   */
  logHead(organizationId: string): { readonly epoch: number; readonly size: number; readonly root: Uint8Array };
  /**
   * Hashes of exactly these complete subtrees, read together.
   * @throws Error when one of them is missing from the log
   */
  logHashes(organizationId: string, nodes: readonly NodePosition[]): HashAt;
  /** All leaves from `from` up to, but excluding, `to`, in order. */
  logLeaves(organizationId: string, from: number, to: number): readonly LogLeaf[];
  /** Earlier names of an organization's log, by epoch. */
  closedLogs(organizationId: string): readonly ClosedLog[];
}
