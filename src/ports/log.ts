import type { LogChangeEntry } from '../attestation/log-entry.js';

/** A leaf of a log, with the data that is hashed. */
export interface LogLeaf {
  readonly log_index: number;
  /** `receipt`, or the `type` in its data. */
  readonly type: string;
  readonly data: Uint8Array;
}

/** The present tree of a log, signed under its present name. */
export interface SignedLog {
  readonly organization_id: string;
  readonly epoch: number;
  /** Name of the log, and of the key that signs for it. */
  readonly origin: string;
  /** Verifier key of `origin`. */
  readonly public_key: string;
  /** Leaves. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The checkpoint as a signed note. */
  readonly checkpoint: string;
  /** Signs another statement about this size and root; nothing else. Ed25519, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** A name that a log had before. */
export interface ClosedLog {
  readonly epoch: number;
  readonly public_key: string;
  /** What closed it, as a note that is signed under both names. */
  readonly statement: string;
}

/** The log goes on under another name. */
export interface LogRenaming {
  readonly organization_id: string;
  readonly entry: LogChangeEntry;
  readonly closed: ClosedLog;
}

/** Why the portal neither appends to a log nor signs for it, and what its operator can do, as a sentence. */
export class LogRefusal extends Error {
  override readonly name = 'LogRefusal';
}
