/** A mismatch between the files of two processes on the same database (docs/scaling.md, Several portals). */
export interface FileDifference {
  /**
   * `media_differs`: different picture folders. `log_signed_differs`: two processes on one machine use different
   * signed-heads files. `log_signed_shared`: two machines share one. `log_key_differs`: this process lacks the log key.
   */
  readonly code: 'media_differs' | 'log_signed_differs' | 'log_signed_shared' | 'log_key_differs';
  /** Host of the other process; absent if no other process is involved. */
  readonly host?: string;
  /** The problem, as a sentence without a full stop. */
  readonly text: string;
  /** The fix, as a sentence without a full stop. */
  readonly fix: string;
}

/** Processes that share a database, possibly on several machines. */
export interface Processes {
  /**
   * Registers this process. `media`: mark of its picture folder (`Media.mark`).
   * @throws Error when the signed-heads file cannot be used
   */
  join(media: string | null): Promise<void>;
  /** Reports that this process is alive; call it every few seconds. */
  seen(): Promise<void>;
  /** Unregisters this process. */
  leave(): Promise<void>;
  /** Returns the mismatches with other live processes. Does not compare the picture folder if `media` is undefined. */
  differences(media: string | null | undefined): Promise<readonly FileDifference[]>;
}
