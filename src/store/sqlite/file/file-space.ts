import type { Database } from 'better-sqlite3';
import { SharedRuns } from '../../../domain/values/shared-runs.js';
import { emptyJournal } from './journal.js';
import { forgetRemoved } from './rewrite-file.js';

/** Pages returned per transaction, which moves as many: a few milliseconds. */
const AT_ONCE = 100;
/** Free pages that stay, absolute and as a share: a day's deletions are filled again on the next day. */
const KEPT = 1_000;
const KEPT_OF_ALL = 1 / 8;

/** Value of `PRAGMA auto_vacuum` for files that can return pages. */
const INCREMENTAL = 2;

/** Writes of the connection. */
interface Writes {
  /** Runs a job in a transaction. */
  run(job: () => void): Promise<void>;
  /** Resolves when no transaction is open or waiting. */
  rest(): Promise<void>;
}

/** Reclaims the space of deleted rows in the pages of a file. */
export class FileSpace {
  private readonly path: string;
  private readonly database: Database;
  private readonly read: <R>(query: () => R) => Promise<R>;
  private readonly writes: Writes;
  private readonly canGive: boolean;
  /** Concurrent erasures share one rewrite, which takes the same time for all. */
  private readonly rewrites = new SharedRuns<void>(() => this.rewrite());

  constructor(path: string, database: Database, read: FileSpace['read'], writes: Writes) {
    this.path = path;
    this.database = database;
    this.read = read;
    this.writes = writes;
    this.canGive = this.number('auto_vacuum') === INCREMENTAL;
  }

  /**
   * Removes deleted data from the file for good.
   * @throws PortalError `unavailable` if other users of the file prevent it
   */
  forget(): Promise<void> {
    return this.rewrites.run();
  }

  private async rewrite(): Promise<void> {
    await forgetRemoved(this.path);
    await emptyJournal(this.database, () => this.writes.rest());
  }

  /**
   * Returns one slice of free pages if there are many; false if there were not. An older file returns none until its
   * next rewrite.
   */
  async giveBack(): Promise<boolean> {
    if (!(this.canGive && (await this.read(() => this.isMuch())))) return false;
    await this.writes.run(() => void this.database.pragma(`incremental_vacuum(${AT_ONCE})`));
    return true;
  }

  private isMuch(): boolean {
    return this.number('freelist_count') > Math.max(KEPT, this.number('page_count') * KEPT_OF_ALL);
  }

  private number(name: string): number {
    return Number(this.database.pragma(name, { simple: true }));
  }
}
