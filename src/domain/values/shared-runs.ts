/** Runs tasks one at a time. Calls of the same kind share the next run that has not started. */
export class SharedRuns<Kind> {
  private readonly work: (kind: Kind) => Promise<void>;
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting = new Map<Kind, Promise<void>>();

  constructor(work: (kind: Kind) => Promise<void>) {
    this.work = work;
  }

  /**
   * Resolves after a run that started after this call.
   * @throws the error of that run
   */
  run(kind: Kind): Promise<void> {
    const waiting = this.waiting.get(kind);
    if (waiting) return waiting;
    const begun = this.after(this.last, kind);
    this.waiting.set(kind, begun);
    this.last = begun.catch(() => undefined);
    return begun;
  }

  private async after(last: Promise<unknown>, kind: Kind): Promise<void> {
    await last;
    this.waiting.delete(kind);
    await this.work(kind);
  }
}
