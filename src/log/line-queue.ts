/** Writes as many of the bytes as fit now, and answers how many; 0 = none. @throws when there is no reader any more */
type Sink = (bytes: Uint8Array) => number;

interface QueueOptions {
  /** Characters that wait at most; a line beyond is counted instead. */
  readonly most: number;
  /** Wait before a full sink is tried again. Milliseconds. */
  readonly retryAfter: number;
  /** The line that says how many lines were lost. */
  readonly lossLine: (count: number) => string;
}

/**
 * A queue of lines for a sink that may be full for a while. Lines of one event-loop turn are written together. What does
 * not fit waits, whole and in order; when too much waits, new lines are only counted, and the next line is the count.
 */
export class LineQueue {
  private readonly sink: Sink;
  private readonly options: QueueOptions;
  private waiting: string[] = [];
  private size = 0;
  private lost = 0;
  /** What is left of the lines that are being written. */
  private begun: Uint8Array = new Uint8Array();
  private armed = false;

  constructor(sink: Sink, options: QueueOptions) {
    this.sink = sink;
    this.options = options;
  }

  /** Never throws and never waits. */
  add(line: string): void {
    if (!this.hasRoomFor(line)) {
      this.lost += 1;
      return;
    }
    this.sayLoss();
    this.push(line);
    if (this.armed) return;
    this.armed = true;
    setImmediate(() => this.flush());
  }

  /** Writes what waits, until the sink is full. False: some is left. */
  drain(): boolean {
    try {
      while (this.hasLines()) {
        const written = this.sink(this.begun);
        if (written === 0) return false;
        this.begun = this.begun.subarray(written);
      }
    } catch {
      this.drop();
    }
    return true;
  }

  private hasRoomFor(line: string): boolean {
    return this.size + this.begun.length + line.length <= this.options.most || this.size + this.begun.length === 0;
  }

  private push(line: string): void {
    this.waiting.push(line);
    this.size += line.length;
  }

  private sayLoss(): void {
    if (this.lost === 0) return;
    this.push(this.options.lossLine(this.lost));
    this.lost = 0;
  }

  /** Makes the next lines the ones that are being written; false: there is nothing to write. */
  private hasLines(): boolean {
    if (this.begun.length > 0) return true;
    if (this.waiting.length === 0) this.sayLoss();
    if (this.waiting.length === 0) return false;
    this.begun = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.size = 0;
    return true;
  }

  private flush(): void {
    this.armed = !this.drain();
    // This timer does not keep the process alive; the rest is written when it ends.
    if (this.armed) setTimeout(() => this.flush(), this.options.retryAfter).unref();
  }

  /** There is no reader any more: a closed stderr must not stop the service. */
  private drop(): void {
    this.begun = new Uint8Array();
    this.waiting = [];
    this.size = 0;
    this.lost = 0;
  }
}
