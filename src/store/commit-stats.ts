/** What the latest transaction counts in the mean of their times. */
const WEIGHT = 0.2;

/** Writes that wait now. */
interface Waiting {
  readonly jobs: number;
  /** How long the oldest has waited. Milliseconds. */
  readonly oldest: number;
}

/** What an engine's transactions and their queue are like; for the metrics, and to refuse early what would wait too long. */
export class CommitStats {
  /** Transactions committed, and the writes in them. */
  flushes = 0;
  jobs = 0;
  /** Times that a batch of writes waited for another process. */
  busy = 0;
  /** Called after each transaction, with its writes and its time. */
  onFlush: (jobs: number, milliseconds: number) => void = () => {};
  private readonly mostJobs: number;
  private readonly waiting: () => Waiting;
  /** Mean time of a transaction. Milliseconds. */
  private mean = 0;

  /** `mostJobs`: in one transaction. */
  constructor(mostJobs: number, waiting: () => Waiting) {
    this.mostJobs = mostJobs;
    this.waiting = waiting;
  }

  /** A transaction has ended, committed or not. */
  ended(jobs: number, milliseconds: number): void {
    this.mean += WEIGHT * (milliseconds - this.mean);
    this.onFlush(jobs, milliseconds);
  }

  /**
   * Writes that wait, and how long a new one is expected to wait, in milliseconds: at least as long as the oldest has, since it goes
   * first. While none waits it is 0: whatever the times were, the next write shows how they are now.
   */
  get queue(): { readonly jobs: number; readonly wait: number } {
    const { jobs, oldest } = this.waiting();
    return { jobs, wait: jobs === 0 ? 0 : Math.max(oldest, Math.ceil(jobs / this.mostJobs) * this.mean) };
  }
}
