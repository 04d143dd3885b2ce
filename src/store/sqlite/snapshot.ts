import type { Database } from 'better-sqlite3';
import { isSqliteError } from './file/driver-errors.js';
import { rollBack } from './file/roll-back.js';
import { whenUnlocked } from './file/when-unlocked.js';

/**
 * One read transaction for the reads that follow each other without waiting: one consistent snapshot
 * and one pair of file locks. Opened by the first read and closed when the pending promises have run,
 * before the event loop handles new events, so that the next request sees what another process has
 * acknowledged. Always closed before a write batch.
 */
export class Snapshot {
  private readonly database: Database;
  private readonly begin;
  private readonly end;
  private readonly onOpen: () => void;
  private open = false;

  /** `onOpen` runs as the first thing inside the transaction. */
  constructor(database: Database, onOpen: () => void) {
    this.database = database;
    this.begin = database.prepare('BEGIN');
    this.end = database.prepare('COMMIT');
    this.onOpen = onOpen;
  }

  /** @throws PortalError `unavailable` when the file cannot be read */
  read<R>(query: () => R): Promise<R> {
    return whenUnlocked(
      () => {
        this.enter();
        return query();
      },
      () => this.drop(),
    );
  }

  enter(): void {
    if (this.open) return;
    rollBack(this.database);
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

  /** Where the disk fails, nothing is lost that was only read, and nobody waits for this: the next read finds out. */
  leave(): void {
    if (!this.open) return;
    this.open = false;
    try {
      this.end.run();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      rollBack(this.database);
    }
  }

  /** After a fault of the file: what was read of it may be wrong, and is read from the disk again. */
  private drop(): void {
    this.leave();
    try {
      this.database.pragma('shrink_memory');
    } catch (error) {
      if (!isSqliteError(error)) throw error;
    }
  }
}
