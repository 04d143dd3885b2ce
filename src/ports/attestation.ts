import type { HashAt, NodePosition } from '../attestation/merkle.js';
import type { Order } from '../domain/order/order.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { ClosedLog, LogLeaf } from './log.js';

/** Signing keys, receipts and the log, as one consistent view shows them. */
export interface AttestationRows {
  signingKeyByFingerprint(organizationId: string, fingerprint: string): SigningKey | undefined;
  /** The active key of an agent; null = of the organization itself. */
  activeSigningKey(organizationId: string, agentId: string | null): SigningKey | undefined;
  receipt(id: string): AcceptedReceipt | undefined;
  receiptByHash(organizationId: string, receiptHash: string): AcceptedReceipt | undefined;
  /** The first receipt of an agent's job. */
  receiptOfJob(organizationId: string, agentId: string, jobId: string): AcceptedReceipt | undefined;
  /** The receipt of an agent's job that supersedes the one with this hash. */
  receiptSuperseding(
    organizationId: string,
    agentId: string,
    jobId: string,
    receiptHash: string,
  ): AcceptedReceipt | undefined;
  /** The order whose receipt context has this hash. */
  orderByContext(organizationId: string, contextHash: string): Order | undefined;
  /**
   * An organization's log as it stands: which of its names it has, its leaves and its root.
   * @throws LogRefusal when it was changed from outside
   */
  logHead(organizationId: string): { readonly epoch: number; readonly size: number; readonly root: Uint8Array };
  /**
   * The hashes of these complete subtrees of an organization's log, read in one go; of no others.
   * @throws Error when one of them is missing in the log
   */
  logHashes(organizationId: string, nodes: readonly NodePosition[]): HashAt;
  /** The leaves of an organization's log from `from` up to, and not including, `to`, by their place; of receipts and of all others. */
  logLeaves(organizationId: string, from: number, to: number): readonly LogLeaf[];
  /** The names that an organization's log had before, by epoch. */
  closedLogs(organizationId: string): readonly ClosedLog[];
}
