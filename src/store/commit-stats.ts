/** Weight of the latest transaction in the mean of commit times. */
const LATEST_WEIGHT = 0.2;

/** Queued writes. */
interface Waiting {
  readonly jobs: number;
  /** Wait of the oldest, in milliseconds. */
  readonly oldest: number;
}

/**
 * Statistics of an engine's transactions and their queue: for the metrics, and to reject early any write that would
 * wait too long.
 */
export class CommitStats {
  /** Transactions committed, and the writes in them. */
  flushes = 0;
  jobs = 0;
  /** Batches of writes that waited for another process. */
  busy = 0;
  /** Called after each transaction with its number of writes and its duration. */
  onFlush: (jobs: number, milliseconds: number) => void = () => {};
  private readonly mostJobs: number;
  private readonly waiting: () => Waiting;
  /** Mean duration of a transaction, in milliseconds. */
  private mean = 0;
  /** Mean number of writes that a transaction has room for. */
  private room: number;

  /** `mostJobs`: maximum number of writes in one transaction. */
  constructor(mostJobs: number, waiting: () => Waiting) {
    this.mostJobs = mostJobs;
    this.room = mostJobs;
    this.waiting = waiting;
  }

  /** Records a finished transaction, committed or not. `isFull`: its time ran out before the queue was empty. */
  record(jobs: number, milliseconds: number, isFull = false): void {
    this.mean += LATEST_WEIGHT * (milliseconds - this.mean);
    this.room += LATEST_WEIGHT * ((isFull ? jobs : this.mostJobs) - this.room);
    this.onFlush(jobs, milliseconds);
  }

  /**
   * Queued writes, and the expected wait of a new one in milliseconds: at least that of the oldest, which goes first. 0
   * if the queue is empty: earlier durations may be out of date, and the next write measures the current one.
   */
  get queue(): { readonly jobs: number; readonly wait: number } {
    const { jobs, oldest } = this.waiting();
    return { jobs, wait: jobs === 0 ? 0 : Math.max(oldest, Math.ceil(jobs / this.room) * this.mean) };
  }
}
