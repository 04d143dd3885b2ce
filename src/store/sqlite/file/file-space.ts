import type { Database } from 'better-sqlite3';
import { SharedRuns } from '../../../domain/values/shared-runs.js';
import { emptyJournal } from './journal.js';
import { purgeDeleted } from './rewrite-file.js';

/** Pages freed per transaction, which moves up to that many other pages and takes a few milliseconds. */
const PAGES_PER_SLICE = 100;
/**
 * Free pages that always stay in the file: at least this number, and at least this share of all pages, because new rows
 * reuse the space of the rows that are deleted each day.
 */
const MIN_FREE_PAGES = 1_000;
const MIN_FREE_SHARE = 1 / 8;

/** Value of `PRAGMA auto_vacuum` for files that can return pages. */
const AUTO_VACUUM_INCREMENTAL = 2;

/** Runs writes on the connection. */
interface Writes {
  /** Runs a job in a transaction. */
  run(job: () => void): Promise<void>;
  /** Resolves when no transaction is open or waiting. */
  rest(): Promise<void>;
}

/** Reclaims the space of deleted rows in a database file. */
export class FileSpace {
  private readonly path: string;
  private readonly database: Database;
  private readonly read: <R>(query: () => R) => Promise<R>;
  private readonly writes: Writes;
  private readonly canGive: boolean;
  private rewriting = false;
  /** Concurrent erasures share one rewrite, whose duration does not depend on their number. */
  private readonly rewrites = new SharedRuns<void>(() => this.rewrite());

  constructor(path: string, database: Database, read: FileSpace['read'], writes: Writes) {
    this.path = path;
    this.database = database;
    this.read = read;
    this.writes = writes;
    this.canGive = this.readPragma('auto_vacuum') === AUTO_VACUUM_INCREMENTAL;
  }

  /**
   * Removes deleted data from the file for good.
   * @throws PortalError `unavailable` if other users of the file prevent it
   */
  forget(): Promise<void> {
    return this.rewrites.run();
  }

  /**
   * True while a thread rewrites all pages through the journal, which this connection must not checkpoint meanwhile.
   */
  get isRewriting(): boolean {
    return this.rewriting;
  }

  private async rewrite(): Promise<void> {
    const pages = this.readPragma('wal_autocheckpoint');
    this.rewriting = true;
    this.database.pragma('wal_autocheckpoint = 0');
    try {
      await purgeDeleted(this.path);
    } finally {
      this.database.pragma(`wal_autocheckpoint = ${pages}`);
      this.rewriting = false;
    }
    await emptyJournal(this.database, () => this.writes.rest());
  }

  /**
   * Returns one slice of free pages to the file system; false if there are few. A file of an earlier version cannot
   * return any until its next rewrite.
   */
  async giveBack(): Promise<boolean> {
    if (!(this.canGive && (await this.read(() => this.hasManyFreePages())))) return false;
    await this.writes.run(() => void this.database.pragma(`incremental_vacuum(${PAGES_PER_SLICE})`));
    return true;
  }

  private hasManyFreePages(): boolean {
    return this.readPragma('freelist_count') > Math.max(MIN_FREE_PAGES, this.readPragma('page_count') * MIN_FREE_SHARE);
  }

  private readPragma(name: string): number {
    return Number(this.database.pragma(name, { simple: true }));
  }
}
