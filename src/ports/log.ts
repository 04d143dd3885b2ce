import type { CountersignedEntry, GrantEntry, LogChangeEntry, OrderEntry } from '../attestation/log-entry.js';
import type { HashAt, NodePosition } from '../attestation/merkle.js';
import type { Consumer } from '../domain/tenant/tenant.js';

/** A log leaf and the data that it hashes. */
export interface LogLeaf {
  readonly log_index: number;
  /** `receipt`, or the `type` member of the entry's data. */
  readonly type: string;
  readonly data: Uint8Array;
}

/** The current tree of a log, signed under the log's current name. */
export interface SignedLog {
  readonly organization_id: string;
  readonly epoch: number;
  /** Name of the log and of its signing key. */
  readonly origin: string;
  /** Verifier key of `origin`. */
  readonly public_key: string;
  /** Number of leaves. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The checkpoint as a signed note. */
  readonly checkpoint: string;
  /** Signs a further statement, which must be about this size and root. Returns an Ed25519 signature of 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** An earlier name of a log. */
export interface ClosedLog {
  readonly epoch: number;
  readonly public_key: string;
  /** Closing statement: a note signed under both names, or only under the next one if the key of this one is lost. */
  readonly statement: string;
}

/** Renames a log, which continues under the next name. */
export interface LogRenaming {
  readonly organization_id: string;
  readonly entry: LogChangeEntry;
  readonly closed: ClosedLog;
}

/** Appends an entry to a log. */
export interface LogEntering {
  readonly organization_id: string;
  readonly entry: CountersignedEntry;
}

/** Entries that are stored with the change that they record, and get their places in the log later. */
export type WaitingEntry = OrderEntry | GrantEntry;

/** An entry that waits for its place in a log, stored in the transaction of the change that it records. */
export interface PendingEntry {
  /** Place among those that wait; unique per log. */
  readonly seq: number;
  /** Type of the entry. */
  readonly type: WaitingEntry['type'];
  /** Leaf data of the entry. */
  readonly data: Uint8Array;
  /** MAC of organization, type and data under the log's key. */
  readonly mac: Uint8Array;
}

/** Gives entries their places in a log. */
export interface LogSequencing {
  readonly organization_id: string;
  /** The first ones that wait, in order. */
  readonly entries: readonly PendingEntry[];
}

/**
 * Removes the salts of all entries about an object except the last, so that what they hash can no longer be guessed. The
 * last entry must not hide anything that is to be erased.
 */
export interface LogSaltsRemoval {
  readonly organization_id: string;
  readonly id: string;
}

/** Ends the upgrade of a log: from then on, it covers every order, consumer and grant of the organization. */
export interface LogCompletion {
  readonly organization_id: string;
  /** All consumers of the organization, unless its log covers them already. */
  readonly consumers: readonly Consumer[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Thrown when a log must not grow or be signed as it is. The message says why, and what the operator can do. */
export class LogRefusal extends Error {
  override readonly name = 'LogRefusal';
}

/** Rejects a log that does not extend its signed heads. */
export class LogDiscontinuity extends LogRefusal {
  readonly organizationId: string;

  constructor(organizationId: string, message: string) {
    super(message);
    this.organizationId = organizationId;
  }
}

/** A consistent view of the logs. */
export interface LogRows {
  /**
   * Returns the current epoch, size and root of an organization's log.
   * @throws LogRefusal when the log was modified from outside
   */
  logHead(organizationId: string): {
    readonly epoch: number;
    readonly size: number;
    readonly root: Uint8Array;
    /** True if every order and consumer of the organization has an entry. */
    readonly covers_rows: boolean;
    /** True if every grant has one too. */
    readonly covers_grants: boolean;
  };
  /**
   * Returns the hashes of these complete subtrees, and of no others, in one read.
   * @throws LogRefusal when one of them is missing from the log
   */
  logHashes(organizationId: string, nodes: readonly NodePosition[]): HashAt;
  /** Returns all leaves from `from` up to, but excluding, `to`, in order. */
  logLeaves(organizationId: string, from: number, to: number): readonly LogLeaf[];
  /** Returns the first entries that wait for their places in the log, at most `limit`. */
  pendingEntries(organizationId: string, limit: number): readonly PendingEntry[];
  /** Returns the earlier names of an organization's log, ordered by epoch. */
  closedLogs(organizationId: string): readonly ClosedLog[];
}
