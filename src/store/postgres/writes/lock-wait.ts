/** Milliseconds after which a transaction that waits for its locks lets another one begin. */
const PATIENCE_MS = 5;

/**
 * Counts a transaction as busy, except while it waits long for its locks: then another portal works on its scopes, and
 * this one can work on others.
 */
export class LockWait {
  private readonly onChange: (by: 1 | -1) => void;
  private timer: NodeJS.Timeout | undefined;
  private isBusy = true;
  private begun = 0;

  constructor(onChange: (by: 1 | -1) => void) {
    this.onChange = onChange;
    onChange(1);
  }

  /** Called when the transaction has asked for its locks. */
  begin(): void {
    this.begun = performance.now();
    this.timer = setTimeout(() => this.set(false), PATIENCE_MS);
  }

  /** Called when the transaction has its locks. Returns the milliseconds since it asked for them. */
  end(): number {
    clearTimeout(this.timer);
    this.set(true);
    return performance.now() - this.begun;
  }

  /** Called when the transaction has ended. */
  close(): void {
    clearTimeout(this.timer);
    this.set(false);
  }

  private set(isBusy: boolean): void {
    if (this.isBusy === isBusy) return;
    this.isBusy = isBusy;
    this.onChange(isBusy ? 1 : -1);
  }
}
