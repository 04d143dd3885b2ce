import { readEntry } from '../../attestation/log-entry.js';
import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { oncePer } from '../../domain/values/once-per.js';
import type { ClosedLog, PendingEntry } from '../../ports.js';
import type { AuditedKey, SigningKeyColumns } from './audited-key.js';
import type { StoredHead } from './log-head.js';

/** Row of a log entry. */
export interface EntryRow {
  readonly log_index: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly salt: Uint8Array | null;
}

/** Decodes the entry of a row, once per row; `undefined` if its data is no entry. */
export const entryOf = oncePer(({ data }: EntryRow) => readEntry(data));

/** Row of a leaf. */
export type LeafRow = { readonly receipt: AcceptedReceipt } | { readonly entry: EntryRow };

/** Columns of an agent or a stored checkpoint. */
export type StoredColumns = Pick<SigningKeyColumns, 'key' | 'organization_id' | 'created_at' | 'body'>;

/** Row that records which checkpoints of a log are published. */
export type PublicationColumns = StoredColumns & { readonly size: unknown };

/** Row of the organization. */
export interface OrganizationColumns {
  readonly key: unknown;
  readonly public_log: unknown;
  readonly body: string;
}

/** Untrusted row of which entries of the log are about. */
export interface AuditedRow {
  readonly version: number;
  /** Columns that copy members of the body. */
  readonly columns: object;
  /** `undefined` if it is not the body of a row with this key. */
  readonly body: object | undefined;
}

/** Untrusted row of an order. */
export interface OrderRow extends AuditedRow {
  readonly context_hash: string | null;
}

/** Columns of a payment that count toward the limits of an API key. */
export interface SpendingColumns {
  readonly key: string;
  readonly spender_id: unknown;
  readonly spent: unknown;
}

/** Untrusted rows of one organization's receipts and log, in one snapshot. */
export interface LogAuditRows {
  readonly organization_id: string;
  organization(): Promise<OrganizationColumns | undefined>;
  /** True if an audit event records a change of this member of the organization. */
  wasChanged(member: string): Promise<boolean>;
  head(): Promise<StoredHead | undefined>;
  /**
   * Reads at most `limit` rows in order of index: the first ones, or those after an index. If more rows have the same
   * index as the last one, adds them.
   */
  leaves(after: number | undefined, limit: number): Promise<readonly LeafRow[]>;
  /** Reads all entries, except those of orders, countersignatures and grants, in order of log index. */
  entries(): Promise<readonly EntryRow[]>;
  /** Reads the entries with these ids, in order of log index. */
  entriesOf(ids: readonly string[]): Promise<readonly EntryRow[]>;
  /** Reads the entries that wait for their places in the log, in order. */
  pending(): Promise<readonly PendingEntry[]>;
  /** Reads the earlier names of the log, ordered by epoch. */
  closed(): Promise<readonly ClosedLog[]>;
  /** Reads the existing keys, keyed by id; `null` for a row whose body is not a key or differs from the columns. */
  signingKeys(ids: readonly string[]): Promise<ReadonlyMap<string, AuditedKey | null>>;
  /** These read all keys, agents and consumers of the organization. */
  allKeys(): Promise<readonly SigningKeyColumns[]>;
  allAgents(): Promise<readonly StoredColumns[]>;
  allConsumers(): Promise<readonly StoredColumns[]>;
  /** Reads the existing orders, keyed by id. */
  orders(ids: readonly string[]): Promise<ReadonlyMap<string, OrderRow>>;
  /** Reads at most `limit` ids of orders in the organization's shops without an entry, except these. */
  ordersWithoutEntry(except: readonly string[], limit: number): Promise<readonly string[]>;
  /** Reads the existing API keys, keyed by id. */
  apiKeys(ids: readonly string[]): Promise<ReadonlyMap<string, AuditedRow>>;
  /** Reads the API keys of the organization without an entry, except these. */
  apiKeysWithoutEntry(
    except: readonly string[],
  ): Promise<readonly { readonly key: string; readonly body: object | undefined }[]>;
  /** Reads what the existing payments count toward the limits of API keys, keyed by the id of the payment. */
  spendings(paymentIds: readonly string[]): Promise<ReadonlyMap<string, SpendingColumns>>;
  /** Reads the hashes of complete subtrees, in the order of `positions`; `undefined` for an absent one. */
  nodes(positions: readonly NodePosition[]): Promise<readonly (Uint8Array | undefined)[]>;
  countNodes(): Promise<number>;
  /** Reads at most `limit` stored checkpoints after an id, in order of id. */
  checkpoints(after: string, limit: number): Promise<readonly StoredColumns[]>;
  /** Reads the rows of the log's published checkpoints, one per name. */
  publications(): Promise<readonly PublicationColumns[]>;
}

/** Rows that an engine provides to an auditor. */
export interface LogAuditStore {
  /** Reads the ids of all organizations, including those that do not exist but have receipts, keys, agents or a log. */
  organizations(): Promise<readonly string[]>;
  /** Runs `look` on one snapshot of one organization's rows. */
  look<R>(organizationId: string, look: (rows: LogAuditRows) => Promise<R>): Promise<R>;
  close(): void;
}
