/**
 * Lets work that runs elsewhere, such as in a pool of threads, go on together: whoever is done waits for the others that have begun, up
 * to a number. What follows is then done for all of them at once, such as one flush to disk.
 */
export class Together {
  private readonly most: number;
  private begun = 0;
  private done: (() => void)[] = [];

  /** `most`: of those who are done, so that nobody waits while others keep coming. */
  constructor(most: number) {
    this.most = most;
  }

  /** Answers, or throws, what the work does. */
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
