/**
 * A queue of entries with paths, such as organization and key. The first parts of the paths take turns; within each
 * first part, the second parts take turns, and so on. A caller with many entries thus delays another caller by one
 * entry only.
 */
export class FairQueue<T> {
  private readonly own: T[] = [];
  /** Queues by the next part of the path. The Map's order is the order of their turns. */
  private parts = new Map<string, FairQueue<T>>();
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
    const entry = queue.shift();
    if (this.size === 0) this.parts = new Map();
    else if (queue.length === 0) this.parts.delete(part);
    else if (this.parts.size > 1) {
      this.parts.delete(part);
      this.parts.set(part, queue);
    }
    return entry;
  }
}
