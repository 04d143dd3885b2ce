/** The same fault gets one line in this time; repeats are counted. Milliseconds. */
const WINDOW = 1_000;

/** Writes the line; `repeated` = how many of these faults there were since the previous line, this one included. */
type Say = (repeated?: number) => void;

interface Fault {
  count: number;
  latest: Say;
  readonly timer: NodeJS.Timeout;
}

/** Writes the first of the same faults at once, then at most once a second the latest of those since, with their count. */
export class RepeatedFaults {
  private readonly open = new Map<string, Fault>();

  say(fault: string, say: Say): void {
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

  private begin(fault: string, latest: Say): void {
    const timer = setTimeout(() => this.end(fault), WINDOW).unref();
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
