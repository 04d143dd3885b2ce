import type { Database } from 'better-sqlite3';
import { isSqliteError } from './file/driver-errors.js';
import { dropPages } from './file/drop-pages.js';
import { retryWhileLocked } from './file/retry-while-locked.js';
import { rollBack } from './file/roll-back.js';

/**
 * Rounds of pending promises without a read, after which the transaction closes. The next request of a turn begins one
 * round after the previous one (http/pace.ts).
 */
const QUIET_ROUNDS = 2;

/**
 * Shares one read transaction between successive reads that do not wait for anything else, also those of several
 * requests that begin in one turn, so they have one snapshot and one pair of file locks. The first read opens it. It
 * closes when the pending promises have run, before the event loop handles new events, so the next request sees every
 * write acknowledged by another process. A write batch closes it before beginning a transaction.
 */
export class Snapshot {
  private readonly database: Database;
  private readonly begin;
  private readonly end;
  private readonly onOpen: () => void;
  private open = false;
  /** Rounds without a read until the transaction closes. */
  private roundsLeft = 0;

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
    this.roundsLeft = QUIET_ROUNDS;
    if (this.open) return;
    rollBack(this.database);
    this.begin.run();
    this.open = true;
    this.leaveWhenQuiet();
    try {
      this.onOpen();
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  private leaveWhenQuiet(): void {
    queueMicrotask(() =>
      process.nextTick(() => {
        this.roundsLeft -= 1;
        if (this.roundsLeft === 0) this.leave();
        else if (this.open) this.leaveWhenQuiet();
      }),
    );
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
