/** Time for which a successful write proves that the database is writable. */
const TRUSTED_FOR_MS = 10_000;
/** Pause after a failed write before another test write. */
const RETRY_AFTER_MS = 1_000;

/** Tracks whether the database is writable, by the outcome of the latest write or test write. */
export class WriteHealth {
  private readonly now: () => number;
  private fault: unknown;
  private at = Number.NEGATIVE_INFINITY;
  private trying: Promise<void> | undefined;

  /** `now` returns the time of any monotonic clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  recordSuccess(): void {
    this.fault = undefined;
    this.at = this.now();
  }

  recordFailure(fault: unknown): void {
    this.fault = fault;
    this.at = this.now();
  }

  /**
   * Makes a test write if the latest write is too old; concurrent callers share it.
   * @throws the error of the latest write or test write if it failed
   */
  async assertWritable(tryWrite: () => Promise<void>): Promise<void> {
    const due = this.fault === undefined ? TRUSTED_FOR_MS : RETRY_AFTER_MS;
    if (this.trying !== undefined || this.now() - this.at >= due) {
      this.trying ??= this.outcomeOf(tryWrite);
      await this.trying;
    }
    if (this.fault !== undefined) throw this.fault;
  }

  private async outcomeOf(tryWrite: () => Promise<void>): Promise<void> {
    try {
      await tryWrite();
      this.recordSuccess();
    } catch (error) {
      this.recordFailure(error);
    } finally {
      this.trying = undefined;
    }
  }
}
