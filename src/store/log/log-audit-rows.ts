import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { AuditedKey } from './audited-key.js';
import type { LogHead } from './log-head.js';

/** The stored rows of one organization's receipts and log, in one consistent view. Nothing in them is trusted. */
export interface LogAuditRows {
  head(): Promise<LogHead | undefined>;
  /** Receipts by their place in the log, from after a place on; at most so many. */
  receipts(after: number, limit: number): Promise<readonly AcceptedReceipt[]>;
  /** The keys that exist, by id; null = columns and body of the row differ. */
  signingKeys(ids: readonly string[]): Promise<ReadonlyMap<string, AuditedKey | null>>;
  /** The hashes of complete subtrees, in the order in which they are asked for; undefined = there is none. */
  nodes(positions: readonly NodePosition[]): Promise<readonly (Uint8Array | undefined)[]>;
  countNodes(): Promise<number>;
}

/** What an engine shows an auditor. */
export interface LogAuditStore {
  /** All organizations, and ids without an organization that have receipts or a log. */
  organizations(): Promise<readonly string[]>;
  /** Runs `look` on one consistent view of one organization's rows. */
  look<R>(organizationId: string, look: (rows: LogAuditRows) => Promise<R>): Promise<R>;
}
