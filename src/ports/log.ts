import type { LogChangeEntry } from '../attestation/log-entry.js';
import type { HashAt, NodePosition } from '../attestation/merkle.js';

/** A log leaf with its hashed data. */
export interface LogLeaf {
  readonly log_index: number;
  /** `receipt`, or the `type` in its data. */
  readonly type: string;
  readonly data: Uint8Array;
}

/** The current tree of a log, signed under its current name. */
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
  /** Signs another statement about this size and root, and nothing else. Ed25519, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** An earlier name of a log. */
export interface ClosedLog {
  readonly epoch: number;
  readonly public_key: string;
  /** Closing statement, a note signed under both names. */
  readonly statement: string;
}

/** Continuation of the log under another name. */
export interface LogRenaming {
  readonly organization_id: string;
  readonly entry: LogChangeEntry;
  readonly closed: ClosedLog;
}

/** Explains why the portal neither appends to a log nor signs it, and what the operator can do. */
export class LogRefusal extends Error {
  override readonly name = 'LogRefusal';
}

/** Consistent view of the logs. */
export interface LogRows {
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
