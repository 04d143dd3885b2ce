import type { Scopes } from '../connection/write-locks.js';
import type { JobQueue } from './job-queue.js';

/** Part of the last wait for a lock for which jobs are gathered, and maximum in milliseconds. */
const PART_OF_WAIT = 1 / 4;
const MAX_MS = 10;

/** The latest batch. */
interface Latest {
  readonly scopes: Scopes;
  readonly jobs: number;
  /** Milliseconds for which it waited for its lock; 0 if nobody held it. */
  readonly waited: number;
}

/**
 * Lets a batch grow before it begins, if the batch before it had to wait because another portal had locked its scope:
 * then transactions are the scarce resource. It begins once it is as large as that one, or after a part of that wait,
 * which it would otherwise spend in the queue for the lock.
 */
export class Gathering {
  private readonly onEnd: () => void;
  private latest: Latest = { scopes: new Set(), jobs: 0, waited: 0 };
  private timer: NodeJS.Timeout | undefined;

  /** `onEnd`: called when the time of jobs that were to wait is over. */
  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
  }

  record(latest: Latest): void {
    this.latest = latest;
  }

  /** True if the jobs of the queue must wait for more. */
  holdsBack(queue: JobQueue): boolean {
    clearTimeout(this.timer);
    const { scopes, jobs, waited } = this.latest;
    if (waited === 0 || !queue.oldest || queue.length >= jobs || !queue.isWithin(scopes)) return false;
    const left = queue.oldest.queued_at + Math.min(MAX_MS, waited * PART_OF_WAIT) - performance.now();
    if (left <= 0) return false;
    this.timer = setTimeout(this.onEnd, left);
    return true;
  }
}
