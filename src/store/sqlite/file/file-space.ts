import type { Database } from 'better-sqlite3';
import { SharedRuns } from '../../../domain/values/shared-runs.js';
import { emptyJournal } from './journal.js';
import { forgetRemoved } from './rewrite-file.js';

/** Pages given back in one transaction, which moves as many: some milliseconds. */
const AT_ONCE = 100;
/** So many stay free, and so many of all: what is removed in a day is written again on the next. */
const KEPT = 1_000;
const KEPT_OF_ALL = 1 / 8;

/** `PRAGMA auto_vacuum`, where pages can be given back. */
const INCREMENTAL = 2;

/** The writes of the connection. */
interface Writes {
  /** Runs a job in a transaction. */
  run(job: () => void): Promise<void>;
  /** Resolves when no transaction is open and none is waiting. */
  rest(): Promise<void>;
}

/** The space that removed rows have left in the pages of a file. */
export class FileSpace {
  private readonly path: string;
  private readonly database: Database;
  private readonly read: <R>(query: () => R) => Promise<R>;
  private readonly writes: Writes;
  private readonly canGive: boolean;
  /** The file takes as long for many who are erased as for one. */
  private readonly rewrites = new SharedRuns<void>(() => this.rewrite());

  constructor(path: string, database: Database, read: FileSpace['read'], writes: Writes) {
    this.path = path;
    this.database = database;
    this.read = read;
    this.writes = writes;
    this.canGive = this.number('auto_vacuum') === INCREMENTAL;
  }

  /** @throws PortalError `unavailable` when other users of the file do not let it */
  forget(): Promise<void> {
    return this.rewrites.run();
  }

  private async rewrite(): Promise<void> {
    await forgetRemoved(this.path);
    await emptyJournal(this.database, () => this.writes.rest());
  }

  /** Gives a part of it back, where there is much; false = there was not. An older file never has any, until it is written anew. */
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
