/** Window in which equal faults share one line; repeats are counted. */
const WINDOW_MS = 1_000;

/** `repeated` is the number of these faults since the previous line, including this one. */
type WriteLine = (repeated?: number) => void;

interface Fault {
  count: number;
  latest: WriteLine;
  readonly timer: NodeJS.Timeout;
}

/**
 * Writes the first of several equal faults immediately. After that, it writes at most one line per window: the latest
 * fault, with the number of faults since the previous line.
 */
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
    // Keeps the process alive until the fault is written.
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
