interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** A semaphore whose size may change. Waiters are served in order of arrival. */
export class Places {
  private readonly most: () => number;
  private taken = 0;
  private waiting: Waiting[] = [];

  /** `most` returns the present size. */
  constructor(most: () => number) {
    this.most = most;
  }

  /**
   * Takes a slot, waiting at most `within` milliseconds. With `isAgain`, the caller had a slot before and goes to the
   * head of the queue.
   * @throws Error if no slot is free in time
   */
  take(within: number, isAgain: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        begin: () => {
          clearTimeout(late);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(new Error('no connection was free in time'));
      }, within);
      if (isAgain) this.waiting.unshift(one);
      else this.waiting.push(one);
      this.fill();
    });
  }

  giveBack(): void {
    this.taken -= 1;
    this.fill();
  }

  /** Rejects all present waiters. */
  refuse(error: Error): void {
    for (const one of this.waiting.splice(0)) one.refuse(error);
  }

  private fill(): void {
    while (this.waiting.length > 0 && this.taken < this.most()) {
      this.taken += 1;
      this.waiting.shift()?.begin();
    }
  }
}
