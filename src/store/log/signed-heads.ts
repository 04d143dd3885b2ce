/** Largest tree signed under one name of a log; size 0 for a log that exists, but was never signed. */
export interface SignedHead {
  /** Verifier key: name and public key of the log. */
  readonly vkey: string;
  readonly organization_id: string;
  readonly epoch: number;
  readonly size: number;
  readonly root: Uint8Array;
  /** Restored from a backup. Later heads under this name are unknown, so nothing may be signed under it any more. */
  readonly restored?: true;
}

/** All signed heads, and the abandoned logs. */
export interface SignedState {
  readonly heads: readonly SignedHead[];
  /** Organizations that were lost with their logs, and whose logs the operator has abandoned. */
  readonly abandoned: ReadonlySet<string>;
}

/**
 * Signed heads, stored outside the database, so that neither SQL nor a restored backup can revert them
 * (docs/receipts-operate.md, Signed heads). Shared by all processes of the database. Every method throws LogRefusal if
 * the file cannot be used.
 */
export interface SignedHeads {
  /** Returns all heads; none if there is no file. Changes nothing. */
  all(): readonly SignedHead[];
  /** Records the heads of logs that are not recorded yet. Durable when it returns. */
  record(heads: readonly SignedHead[]): void;
  /** Abandons the log of a lost organization: audits no longer report it as missing. Durable when it returns. */
  abandon(organizationId: string): void;
  /**
   * Locks out other signing processes, calls `next` with the known heads of this organization, and stores the returned
   * head unless a larger one is stored. Durable when it resolves.
   * @throws any error of `next`; then nothing is written
   */
  advance(organizationId: string, next: (known: readonly SignedHead[]) => Promise<SignedHead>): Promise<SignedHead>;
  /**
   * Like `advance`, for several logs: `next` gets the known heads of all organizations.
   * @throws any error of `next`; then nothing is written
   */
  advanceAll(next: (known: readonly SignedHead[]) => Promise<readonly SignedHead[]>): Promise<void>;
  close(): void;
}
