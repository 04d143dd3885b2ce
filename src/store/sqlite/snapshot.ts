import type { Database } from 'better-sqlite3';

/**
 * One read transaction for the reads that follow each other without waiting: one consistent snapshot
 * and one pair of file locks. Opened by the first read and closed when the pending promises have run,
 * before the event loop handles new events, so that the next request sees what another process has
 * acknowledged. Always closed before a write batch.
 */
export class Snapshot {
  private readonly begin;
  private readonly end;
  private readonly onOpen: () => void;
  private open = false;

  /** `onOpen` runs as the first thing inside the transaction. */
  constructor(database: Database, onOpen: () => void) {
    this.begin = database.prepare('BEGIN');
    this.end = database.prepare('COMMIT');
    this.onOpen = onOpen;
  }

  enter(): void {
    if (this.open) return;
    this.begin.run();
    this.open = true;
    queueMicrotask(() => process.nextTick(() => this.leave()));
    try {
      this.onOpen();
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  leave(): void {
    if (!this.open) return;
    this.open = false;
    this.end.run();
  }
}
