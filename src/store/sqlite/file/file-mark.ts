import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { DatabaseFault } from '../../../ports.js';
import { isSqliteError } from './driver-errors.js';
import { hasPending } from './read-only-file.js';
import { whenUnlocked } from './when-unlocked.js';

/** Length of the header of a write-ahead log, in bytes. It changes whenever the log begins anew (sqlite.org/fileformat.html, 4.1). */
const WAL_HEADER = 32;
/** Another process may be setting the mark: how often and how long it is waited for. Milliseconds. */
const LOOKS = 5;
const NEXT_LOOK = 20;

/**
 * Refuses a copy of a database file that was made without its write-ahead log. `hadLog`: there was one when the file was opened.
 * Where there was, a mark that a killed process has left is set right: who closes the file last would otherwise leave it there.
 * @throws DatabaseFault `bare`
 */
export function assertNotBare(path: string, database: Database, hadLog: boolean): void {
  if (!staysBare(database)) return;
  if (isCopied(path, hadLog)) throw bareFault(path);
  setWhole(database);
}

/** Whether a database that is only read is such a copy. */
export function isBare(path: string, database: Database, hadLog: boolean): boolean {
  return staysBare(database) && isCopied(path, hadLog);
}

/** Another process has begun the log meanwhile where there is one now: opening a copy leaves it empty. */
function isCopied(path: string, hadLog: boolean): boolean {
  return !hadLog && !hasPending(realpathSync(path));
}

/** Whether the mark is not one that another process is just setting. */
function staysBare(database: Database): boolean {
  for (let look = 1; markOf(database) === 'bare'; look += 1) {
    if (look === LOOKS) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NEXT_LOOK);
  }
  return false;
}

function bareFault(path: string): DatabaseFault {
  return new DatabaseFault(
    'bare',
    `${path} was copied while it was in use, without ${path}-wal, or that file was removed: what was written last is missing. Put the -wal beside it, or use a copy that \`portal backup\` made; if this is all there is, bring it in with \`portal restore\``,
  );
}

/** Undefined: the schema has none yet. */
function markOf(database: Database): string | undefined {
  if (!hasMark(database)) return undefined;
  return database.prepare<[], string>('SELECT mark FROM file_mark WHERE id = 1').pluck().get();
}

/** Says of a copy that nothing is missing. */
export function setWhole(database: Database): void {
  if (hasMark(database)) database.exec("UPDATE file_mark SET mark = 'whole' WHERE id = 1");
}

/** False for a file of an earlier program. */
function hasMark(database: Database): boolean {
  const columns = database.pragma('table_info(file_mark)');
  return Array.isArray(columns) && columns.length > 0;
}

/**
 * Keeps the mark `bare` in the file and `whole` in its log. A checkpoint of SQLite copies `whole` to the file; then the log begins
 * anew, which its header shows. The file itself is not looked at: closing a second descriptor would drop the locks of this process.
 */
export class FileMark {
  private readonly database: Database;
  private readonly log: string;
  private readonly before: () => void;
  private readonly bare;
  private readonly whole;
  private header: string | undefined;

  /** `before` ends the transactions of the connection. */
  constructor(path: string, database: Database, before: () => void) {
    this.database = database;
    // SQLite keeps its files beside the database itself, not beside a link to it.
    this.log = `${realpathSync(path)}-wal`;
    this.before = before;
    this.bare = database.prepare("UPDATE file_mark SET mark = 'bare' WHERE id = 1");
    this.whole = database.prepare("UPDATE file_mark SET mark = 'whole' WHERE id = 1 AND mark = 'bare'");
  }

  /** Sets the mark again where the log has begun anew. To be called every second. Where it cannot be set now, the next call tries again: whoever writes reports why. */
  keep(): void {
    if (this.header !== undefined && headerOf(this.log) === this.header) return;
    this.header = undefined;
    try {
      this.before();
      this.bare.run();
      this.database.pragma('wal_checkpoint(PASSIVE)');
      // Somebody else may have set it before the checkpoint, which then copied that.
      if (this.whole.run().changes === 1) this.header = headerOf(this.log);
    } catch (error) {
      if (!isSqliteError(error)) throw error;
    }
  }

  /**
   * Makes the mark `whole`, whoever left it otherwise: where this process is the last one, SQLite copies the log to the file and
   * removes it. The lock on writing is held until the connection is closed, so that nobody sets the mark in between. Where it
   * cannot be set the log stays, or whoever has the file open sets it when it closes.
   */
  async settle(): Promise<void> {
    if (!this.database.open) return;
    try {
      this.before();
      await whenUnlocked(() => this.database.exec('BEGIN IMMEDIATE'));
      while (this.whole.run().changes === 1) this.database.exec('COMMIT; BEGIN IMMEDIATE');
    } catch (error) {
      if (!isSqliteError(error) && !(error instanceof PortalError)) throw error;
    }
  }
}

function headerOf(log: string): string | undefined {
  try {
    const file = openSync(log, 'r');
    try {
      const bytes = Buffer.alloc(WAL_HEADER);
      readSync(file, bytes, 0, WAL_HEADER, 0);
      return bytes.toString('hex');
    } finally {
      closeSync(file);
    }
  } catch {
    // There is no log yet.
    return undefined;
  }
}
