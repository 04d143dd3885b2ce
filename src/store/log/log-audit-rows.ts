import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { ClosedLog } from '../../ports.js';
import type { AuditedKey, SigningKeyColumns } from './audited-key.js';
import type { LogHead } from './log-head.js';

/** A leaf of an entry, as its row is. */
export interface EntryRow {
  readonly log_index: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly salt: Uint8Array | null;
}

/** A row that has a place in the log. */
export type LeafRow = { readonly receipt: AcceptedReceipt } | { readonly entry: EntryRow };

/** The row of an agent or of a stored checkpoint, as an engine has it. */
export type StoredColumns = Pick<SigningKeyColumns, 'key' | 'organization_id' | 'created_at' | 'body'>;

/** The row that says which checkpoints of a log are shown. */
export type PublicationColumns = StoredColumns & { readonly size: unknown };

/** The row of the organization. */
export interface OrganizationColumns {
  readonly key: unknown;
  readonly public_log: unknown;
  readonly body: string;
}

/** An order that a receipt names, of which nothing is trusted. */
export interface OrderRow {
  readonly context_hash: string | null;
  /** Undefined = it is not the body of this order. */
  readonly body: object | undefined;
}

/** The stored rows of one organization's receipts and log, in one consistent view. Nothing in them is trusted. */
export interface LogAuditRows {
  organization(): Promise<OrganizationColumns | undefined>;
  /** Whether an audit event says that this member of the organization was changed. */
  wasChanged(member: string): Promise<boolean>;
  head(): Promise<LogHead | undefined>;
  /** Rows by their place in the log, from after a place on; at most so many, and those that have the place of the last too. */
  leaves(after: number, limit: number): Promise<readonly LeafRow[]>;
  /** All entries, by their place in the log. */
  entries(): Promise<readonly EntryRow[]>;
  /** The names that the log had before, by epoch. */
  closed(): Promise<readonly ClosedLog[]>;
  /** The keys that exist, by id; null = columns and body of the row differ. */
  signingKeys(ids: readonly string[]): Promise<ReadonlyMap<string, AuditedKey | null>>;
  /** All keys and agents of the organization. */
  allKeys(): Promise<readonly SigningKeyColumns[]>;
  allAgents(): Promise<readonly StoredColumns[]>;
  /** The orders that exist, by id. */
  orders(ids: readonly string[]): Promise<ReadonlyMap<string, OrderRow>>;
  /** The hashes of complete subtrees, in the order in which they are asked for; undefined = there is none. */
  nodes(positions: readonly NodePosition[]): Promise<readonly (Uint8Array | undefined)[]>;
  countNodes(): Promise<number>;
  /** Stored checkpoints by their ids, from after an id on; at most so many. */
  checkpoints(after: string, limit: number): Promise<readonly StoredColumns[]>;
  /** What is shown of the log, under each of its names. */
  publications(): Promise<readonly PublicationColumns[]>;
}

/** What an engine shows an auditor. */
export interface LogAuditStore {
  /** All organizations, and ids without an organization that have receipts, keys, agents or a log. */
  organizations(): Promise<readonly string[]>;
  /** Runs `look` on one consistent view of one organization's rows. */
  look<R>(organizationId: string, look: (rows: LogAuditRows) => Promise<R>): Promise<R>;
  close(): void;
}
