/**
 * Aligns concurrent jobs, such as those in a thread pool. A finished job waits for those in flight, so that all of them
 * can share the following step, such as a flush to disk.
 */
export class AlignedWork {
  private readonly most: number;
  private begun = 0;
  private done: (() => void)[] = [];

  /**
   * When `most` finished jobs are waiting, they continue without the others, so that a steady stream of jobs causes no
   * long delays.
   */
  constructor(most: number) {
    this.most = most;
  }

  /** Runs a job, and returns its result or throws its error once the jobs aligned with it have finished. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    this.begun += 1;
    try {
      return await work();
    } finally {
      this.begun -= 1;
      await this.others();
    }
  }

  private others(): Promise<void> {
    return new Promise((resolve) => {
      this.done.push(resolve);
      if (this.begun > 0 && this.done.length < this.most) return;
      const all = this.done;
      this.done = [];
      for (const goOn of all) goOn();
    });
  }
}
