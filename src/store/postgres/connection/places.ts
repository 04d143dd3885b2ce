interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** A number of places that may change. Whoever finds none free waits, in the order of coming. */
export class Places {
  private readonly most: () => number;
  private taken = 0;
  private waiting: Waiting[] = [];

  /** `most` = how many there are now. */
  constructor(most: () => number) {
    this.most = most;
  }

  /**
   * `within`: milliseconds. `isAgain`: had one already, so it goes before all that wait.
   * @throws Error when none is free in time
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

  /** Whoever waits now is told so. */
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
