/**
 * A queue in which those who wait take turns: by the first part of their path, then by the next. One caller with many
 * entries delays another by one entry, not by all of them.
 */
export class FairQueue<T> {
  private readonly own: T[] = [];
  /** Queues of the next parts; a Map keeps the order in which they take their turns. */
  private readonly parts = new Map<string, FairQueue<T>>();
  private size = 0;

  get length(): number {
    return this.size;
  }

  push(entry: T, [part, ...rest]: readonly string[]): void {
    this.size += 1;
    if (part === undefined) {
      this.own.push(entry);
      return;
    }
    const queue = this.parts.get(part) ?? new FairQueue<T>();
    queue.push(entry, rest);
    this.parts.set(part, queue);
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    this.size -= 1;
    const [next] = this.parts;
    if (!next) return this.own.shift();
    const [part, queue] = next;
    this.parts.delete(part);
    const entry = queue.shift();
    if (queue.length > 0) this.parts.set(part, queue);
    return entry;
  }
}
