/** Weight of the latest transaction in the mean of commit times. */
const LATEST_WEIGHT = 0.2;

/** State of the queue of writes. */
interface Waiting {
  readonly jobs: number;
  /** Time that the oldest write has waited, in milliseconds. */
  readonly oldest: number;
}

/**
 * Statistics of an engine's transactions and their queue. The metrics report them, and the portal uses them to reject
 * at once those writes that would wait too long.
 */
export class CommitStats {
  /** Number of committed transactions, and of the writes in them. */
  flushes = 0;
  jobs = 0;
  /** Number of times a batch had to wait and retry, after a conflict, a lock or a lost connection. */
  busy = 0;
  /** Called after each transaction with its number of writes and its duration. */
  onFlush: (jobs: number, milliseconds: number) => void = () => {};
  private readonly mostJobs: number;
  private readonly waiting: () => Waiting;
  /** Mean duration of a transaction, in milliseconds. */
  private mean = 0;
  /** Mean number of writes that fit into one transaction. */
  private room: number;

  /** `mostJobs`: maximum number of writes in one transaction. */
  constructor(mostJobs: number, waiting: () => Waiting) {
    this.mostJobs = mostJobs;
    this.room = mostJobs;
    this.waiting = waiting;
  }

  /** Records a finished transaction, committed or not. `isFull`: its time ran out before its whole batch had run. */
  record(jobs: number, milliseconds: number, isFull = false): void {
    this.mean += LATEST_WEIGHT * (milliseconds - this.mean);
    this.room += LATEST_WEIGHT * ((isFull ? jobs : this.mostJobs) - this.room);
    this.onFlush(jobs, milliseconds);
  }

  /**
   * Number of queued writes, and the expected wait of a new one in milliseconds: at least the wait of the oldest write,
   * which runs first. The wait is 0 for an empty queue, even after slow transactions, so that the next write is
   * accepted and measures the current speed.
   */
  get queue(): { readonly jobs: number; readonly wait: number } {
    const { jobs, oldest } = this.waiting();
    return { jobs, wait: jobs === 0 ? 0 : Math.max(oldest, Math.ceil(jobs / this.room) * this.mean) };
  }
}
