interface Tries {
  readonly wait: number;
  readonly next: number;
}

/** Waits kept at once; then all are due again. */
const MAX_NAMES = 10_000;

/** Doubles the wait between two tries of the same thing, up to a most. All in milliseconds. */
export class Backoff {
  private readonly first: number;
  private readonly most: number;
  private readonly names = new Map<string, Tries>();

  constructor(first: number, most: number) {
    this.first = first;
    this.most = most;
  }

  due(name: string, now: number): boolean {
    return now >= (this.names.get(name)?.next ?? 0);
  }

  tried(name: string, now: number): void {
    const wait = Math.min(this.most, (this.names.get(name)?.wait ?? this.first / 2) * 2);
    if (this.names.size >= MAX_NAMES) this.names.clear();
    this.names.set(name, { wait, next: now + wait });
  }
}
