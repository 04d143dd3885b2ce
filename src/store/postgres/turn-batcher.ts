const MAX_BATCH = 128;

/** Groups work that arrives in one turn of the event loop, at most `MAX_BATCH` pieces per group. */
export class TurnBatcher<T> {
  private readonly run: (group: readonly T[]) => void;
  private waiting: T[] = [];

  constructor(run: (group: readonly T[]) => void) {
    this.run = run;
  }

  add(one: T): void {
    if (this.waiting.length === 0) setImmediate(() => this.begin());
    this.waiting.push(one);
  }

  private begin(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let at = 0; at < all.length; at += MAX_BATCH) this.run(all.slice(at, at + MAX_BATCH));
  }
}
