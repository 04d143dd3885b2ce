/** Milliseconds after which a response is slow; a third of the time limit of a statement. */
const SLOW_MS = 5_000;
/** Milliseconds for which the server counts as slow after a slow response. */
const SLOW_FOR_MS = 60_000;

/** Recent pace of a server, known from the responses on all its connections. */
export class Pace {
  private slowUntil = 0;

  get isSlow(): boolean {
    return performance.now() < this.slowUntil;
  }

  /** Records the duration of a response in milliseconds. */
  record(duration: number): void {
    if (duration >= SLOW_MS) this.recordSilence();
  }

  /** Records that the server did not respond in time. */
  recordSilence(): void {
    this.slowUntil = performance.now() + SLOW_FOR_MS;
  }
}
