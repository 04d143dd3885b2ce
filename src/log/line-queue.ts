/**
 * Writes as many bytes as fit now, and returns their number.
 * @throws Error if the reader has closed the stream
 */
type Sink = (bytes: Uint8Array) => number;

interface QueueOptions {
  /** Maximum waiting characters; lines beyond that are only counted. */
  readonly most: number;
  /** Wait before a full sink is retried. */
  readonly retryAfterMs: number;
  /** Builds the line that reports lost lines. */
  readonly lossLine: (count: number) => string;
}

/**
 * Queues lines for a sink that may be full for a while. Lines of one event-loop turn are written together. Lines that
 * do not fit wait in order, and are never cut short. Above the limit, new lines are only counted; a line before the
 * next queued one reports their number.
 */
export class LineQueue {
  private readonly sink: Sink;
  private readonly options: QueueOptions;
  private waiting: string[] = [];
  private size = 0;
  private lost = 0;
  /** Unwritten rest of the lines that are being written. */
  private partial: Uint8Array = new Uint8Array();
  private armed = false;

  constructor(sink: Sink, options: QueueOptions) {
    this.sink = sink;
    this.options = options;
  }

  /** Queues a line, or counts it as lost if there is no room. Never throws and never waits. */
  add(line: string): void {
    if (!this.hasRoomFor(line)) {
      this.lost += 1;
      return;
    }
    this.pushLossLine();
    this.push(line);
    if (this.armed) return;
    this.armed = true;
    setImmediate(() => this.flush());
  }

  /** Writes waiting lines until the sink is full. Returns false if some are left. */
  drain(): boolean {
    try {
      while (this.hasLines()) {
        const written = this.sink(this.partial);
        if (written === 0) return false;
        this.partial = this.partial.subarray(written);
      }
    } catch {
      this.drop();
    }
    return true;
  }

  private hasRoomFor(line: string): boolean {
    return this.size + this.partial.length + line.length <= this.options.most || this.size + this.partial.length === 0;
  }

  private push(line: string): void {
    this.waiting.push(line);
    this.size += line.length;
  }

  private pushLossLine(): void {
    if (this.lost === 0) return;
    this.push(this.options.lossLine(this.lost));
    this.lost = 0;
  }

  /** Moves the waiting lines into `partial` once it is empty. Returns false if no line is left. */
  private hasLines(): boolean {
    if (this.partial.length > 0) return true;
    if (this.waiting.length === 0) this.pushLossLine();
    if (this.waiting.length === 0) return false;
    this.partial = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.size = 0;
    return true;
  }

  private flush(): void {
    this.armed = !this.drain();
    // The timer does not keep the process alive; what is left is written when the process ends.
    if (this.armed) setTimeout(() => this.flush(), this.options.retryAfterMs).unref();
  }

  /** Drops all lines, since a closed stderr must not stop the service. */
  private drop(): void {
    this.partial = new Uint8Array();
    this.waiting = [];
    this.size = 0;
    this.lost = 0;
  }
}
