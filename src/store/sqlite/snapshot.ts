import type { Database } from 'better-sqlite3';
import { isSqliteError } from './file/driver-errors.js';
import { dropPages } from './file/drop-pages.js';
import { retryWhileLocked } from './file/retry-while-locked.js';
import { rollBack } from './file/roll-back.js';

/**
 * Shares one read transaction between successive reads that do not wait for anything else, so they have one snapshot
 * and one pair of file locks. The first read opens it. It closes when the pending promises have run, before the event
 * loop handles new events, so the next request sees every write acknowledged by another process. A write batch closes
 * it before beginning a transaction.
 */
export class Snapshot {
  private readonly database: Database;
  private readonly begin;
  private readonly end;
  private readonly onOpen: () => void;
  private open = false;

  /** `onOpen` is called at the beginning of each transaction. */
  constructor(database: Database, onOpen: () => void) {
    this.database = database;
    this.begin = database.prepare('BEGIN');
    this.end = database.prepare('COMMIT');
    this.onOpen = onOpen;
  }

  /** @throws PortalError `unavailable` if the file cannot be read */
  read<R>(query: () => R): Promise<R> {
    return retryWhileLocked(
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

  /**
   * Ignores disk errors: a read transaction has nothing to lose, nothing waits for its end, and the next read reports
   * the error.
   */
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

  private drop(): void {
    this.leave();
    dropPages(this.database);
  }
}
