import type { HashAt } from '../attestation/merkle.js';
import type { NoteSigner } from '../attestation/note.js';
import type { Order } from '../domain/order/order.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Page, Position } from './page.js';

/** Signing keys, receipts and the log, as one consistent view shows them. */
export interface AttestationRows {
  signingKeyByFingerprint(organizationId: string, fingerprint: string): SigningKey | undefined;
  /** The active key of an agent; null = of the organization itself. */
  activeSigningKey(organizationId: string, agentId: string | null): SigningKey | undefined;
  receipt(id: string): AcceptedReceipt | undefined;
  receiptByHash(organizationId: string, receiptHash: string): AcceptedReceipt | undefined;
  receiptOfJob(organizationId: string, agentId: string, jobId: string): AcceptedReceipt | undefined;
  /** The order whose immutable projection has this hash. */
  orderByContext(organizationId: string, contextHash: string): Order | undefined;
  /**
   * An organization's log as it stands: its leaves and its root.
   * @throws Error when it was changed from outside
   */
  logHead(organizationId: string): { readonly size: number; readonly root: Uint8Array };
  /** The complete subtrees of an organization's log. */
  logHashes(organizationId: string): HashAt;
}

export interface ReceiptFilter {
  readonly organization_id: string;
  readonly agent_id: string | undefined;
  readonly consumer_id: string | undefined;
  readonly job_id: string | undefined;
}

/** Where a page of receipts ended: they are listed by their place in the log. */
export interface LogPosition {
  readonly log_index: number;
}

/** The lists of signing keys and receipts, and the log's key. */
export interface AttestationStore {
  /** Oldest first. */
  listSigningKeys(organizationId: string, after: Position | undefined, limit: number): Promise<Page<SigningKey>>;
  /** Of the organization and its agents, oldest first. */
  listActiveSigningKeys(organizationId: string): Promise<readonly SigningKey[]>;
  /** Newest first by when they were registered, starting below a position. */
  listRetiredSigningKeys(
    organizationId: string,
    before: Position | undefined,
    limit: number,
  ): Promise<Page<SigningKey>>;
  /** By their place in the log, newest first. */
  listReceipts(
    filter: ReceiptFilter,
    after: LogPosition | undefined,
    limit: number,
  ): Promise<Page<AcceptedReceipt, LogPosition>>;
  /**
   * Signs for an organization's log, with a key that no row holds.
   * @throws Error when the key's file is absent or is not this database's
   */
  logSigner(organizationId: string): NoteSigner;
}
