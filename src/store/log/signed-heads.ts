/** The largest tree that was signed under one name of a log; size 0 = the log exists, and nothing was signed yet. */
export interface SignedHead {
  /** Verifier key: name and key of the log. */
  readonly vkey: string;
  readonly organization_id: string;
  readonly epoch: number;
  readonly size: number;
  readonly root: Uint8Array;
  /** It is from a backup: what was signed later under this name is not known, so nothing more is signed under it. */
  readonly restored?: true;
}

/** All that is kept of what was signed. */
export interface Signed {
  readonly heads: readonly SignedHead[];
  /** Organizations whose logs the operator has given up: they were lost with their organizations. */
  readonly gone: ReadonlySet<string>;
}

/**
 * What was signed, kept outside the database, so that neither SQL nor a restored backup can take it back (docs/receipts-operate.md, What
 * was signed). Shared by all processes on the database. Every use throws LogRefusal when the place cannot be used.
 */
export interface SignedHeads {
  /** All of them; changes nothing. Empty when there is no file. */
  all(): readonly SignedHead[];
  /** Notes these logs as they are; changes none that is known. Durable when it returns. */
  note(heads: readonly SignedHead[]): void;
  /** From now on nobody misses the log of an organization that is gone. Durable when it returns. */
  giveUp(organizationId: string): void;
  /**
   * Under a lock that keeps other processes from signing: `next` is given what is known of this organization and answers
   * what is going to be signed. It is durable when this resolves; a smaller one never replaces a larger one.
   * @throws what `next` throws; then nothing is written
   */
  advance(organizationId: string, next: (known: readonly SignedHead[]) => Promise<SignedHead>): Promise<SignedHead>;
  /**
   * The same for several logs at once: `next` is given what is known of all organizations.
   * @throws what `next` throws; then nothing is written
   */
  advanceAll(next: (known: readonly SignedHead[]) => Promise<readonly SignedHead[]>): Promise<void>;
  close(): void;
}
