interface Waiter {
  readonly begin: () => void;
  readonly reject: (error: Error) => void;
}

/** A semaphore whose size may change. Waiters get slots in order of arrival. */
export class Slots {
  private readonly count: () => number;
  private taken = 0;
  private waiting: Waiter[] = [];

  /** `most` returns the current number of slots. */
  constructor(most: () => number) {
    this.count = most;
  }

  /**
   * Takes a slot, waiting at most `within` milliseconds. With `isAgain`, the caller had a slot before and goes to the
   * front of the queue.
   * @throws Error if no slot is free in time
   */
  take(within: number, isAgain: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiter = {
        begin: () => {
          clearTimeout(late);
          resolve();
        },
        reject: (error) => {
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

  release(): void {
    this.taken -= 1;
    this.fill();
  }

  /** Rejects all callers that are waiting now. */
  rejectWaiting(error: Error): void {
    for (const one of this.waiting.splice(0)) one.reject(error);
  }

  private fill(): void {
    while (this.waiting.length > 0 && this.taken < this.count()) {
      this.taken += 1;
      this.waiting.shift()?.begin();
    }
  }
}
