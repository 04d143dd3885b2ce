/** The same fault gets one line per window; repeats are counted. */
const WINDOW_MS = 1_000;

/** `repeated`: number of these faults since the previous line, including this one. */
type WriteLine = (repeated?: number) => void;

interface Fault {
  count: number;
  latest: WriteLine;
  readonly timer: NodeJS.Timeout;
}

/** Writes the first of equal faults at once, then at most one line per window: the latest fault with their count. */
export class RepeatedFaults {
  private readonly open = new Map<string, Fault>();

  report(fault: string, say: WriteLine): void {
    const known = this.open.get(fault);
    if (!known) {
      say();
      this.begin(fault, say);
      return;
    }
    known.count += 1;
    known.latest = say;
    // A fault that is not written yet keeps the process alive until it is.
    known.timer.ref();
  }

  private begin(fault: string, latest: WriteLine): void {
    const timer = setTimeout(() => this.end(fault), WINDOW_MS).unref();
    this.open.set(fault, { count: 0, latest, timer });
  }

  private end(fault: string): void {
    const entry = this.open.get(fault);
    this.open.delete(fault);
    if (!entry || entry.count === 0) return;
    entry.latest(entry.count);
    this.begin(fault, entry.latest);
  }
}
