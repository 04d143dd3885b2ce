/**
 * Aligns concurrent work, such as jobs in a thread pool: finished jobs wait for others in flight, up to a number, so
 * that the following step (such as a flush to disk) is shared.
 */
export class AlignedWork {
  private readonly most: number;
  private begun = 0;
  private done: (() => void)[] = [];

  /** At most `most` finished jobs wait at a time, so that a steady stream delays none for long. */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns or throws the result of the work. */
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
