/** How long a successful write counts before another is tried. Milliseconds. */
const TRUSTED_FOR = 10_000;
/** The same for a failed write. Milliseconds. */
const TRIED_AGAIN_AFTER = 1_000;

/** Whether the database can be written, by the outcome of the latest write, or of a test write. */
export class WriteHealth {
  private readonly now: () => number;
  private fault: unknown;
  private at = Number.NEGATIVE_INFINITY;
  private trying: Promise<void> | undefined;

  /** `now` in milliseconds, of any clock that does not go back. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  succeeded(): void {
    this.fault = undefined;
    this.at = this.now();
  }

  failed(fault: unknown): void {
    this.fault = fault;
    this.at = this.now();
  }

  /**
   * Tries a write when the latest one is too long ago; callers that ask meanwhile wait for the same one.
   * @throws what the latest write failed with
   */
  async assertWritable(tryWrite: () => Promise<void>): Promise<void> {
    const due = this.fault === undefined ? TRUSTED_FOR : TRIED_AGAIN_AFTER;
    if (this.trying !== undefined || this.now() - this.at >= due) {
      this.trying ??= this.outcomeOf(tryWrite);
      await this.trying;
    }
    if (this.fault !== undefined) throw this.fault;
  }

  private async outcomeOf(tryWrite: () => Promise<void>): Promise<void> {
    try {
      await tryWrite();
      this.succeeded();
    } catch (error) {
      this.failed(error);
    } finally {
      this.trying = undefined;
    }
  }
}
