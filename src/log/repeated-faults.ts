/** One line of the same fault in this time; the others are counted. Milliseconds. */
const WINDOW = 1_000;

/** Writes the line; `repeated` = how many like it there were since the one before, itself among them. */
type Say = (repeated?: number) => void;

interface Fault {
  count: number;
  latest: Say;
  readonly timer: NodeJS.Timeout;
}

/** Says the first of the same fault at once, and of those that follow within a second the latest, with their count. */
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
    // What is not said yet keeps the process until it is.
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
