import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { DatabaseFault } from '../../../ports.js';
import { isSqliteError } from './driver-errors.js';
import { hasPending } from './read-only-file.js';
import { retryWhileLocked } from './retry-while-locked.js';

/**
 * Size of the header of a write-ahead log, in bytes. The header changes whenever the log restarts
 * (sqlite.org/fileformat.html, 4.1).
 */
const WAL_HEADER_BYTES = 32;
/** Number of times to read the mark, since another process may be setting it. */
const MAX_CHECKS = 5;
const CHECK_DELAY_MS = 20;

/**
 * Rejects a copy of a database file that was made without its write-ahead log. `hadLog`: a log with contents existed
 * before the file was opened, so a killed process has left the mark. The mark is then reset, because otherwise it would
 * remain in the file after the last process has closed it.
 * @throws DatabaseFault `bare`
 */
export function assertNotBare(path: string, database: Database, hadLog: boolean): void {
  if (!staysBare(database)) return;
  if (isCopied(path, hadLog)) throw bareFault(path);
  markWhole(database);
}

/** True if the file, opened read-only, is a copy without its write-ahead log. */
export function isBare(path: string, database: Database, hadLog: boolean): boolean {
  return staysBare(database) && isCopied(path, hadLog);
}

/**
 * True if a file with the mark `bare` is a copy. Opening a copy creates only an empty log; a log with contents belongs
 * to another process that has begun to write.
 */
function isCopied(path: string, hadLog: boolean): boolean {
  return !hadLog && !hasPending(realpathSync(path));
}

/** True if the mark remains `bare`, so no other process is setting it at this moment. */
function staysBare(database: Database): boolean {
  for (let look = 1; readMark(database) === 'bare'; look += 1) {
    if (look === MAX_CHECKS) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CHECK_DELAY_MS);
  }
  return false;
}

function bareFault(path: string): DatabaseFault {
  return new DatabaseFault(
    'bare',
    `${path} was copied while it was in use, without ${path}-wal, or that file was removed: what was written last is missing. Put the -wal beside it, or use a copy that \`portal backup\` made; if this is all there is, bring it in with \`portal restore\``,
  );
}

/** Returns the mark; `undefined` if the schema has no mark yet. */
function readMark(database: Database): string | undefined {
  if (!hasMark(database)) return undefined;
  return database.prepare<[], string>('SELECT mark FROM file_mark WHERE id = 1').pluck().get();
}

/** Marks a file as complete. */
export function markWhole(database: Database): void {
  if (hasMark(database)) database.exec("UPDATE file_mark SET mark = 'whole' WHERE id = 1");
}

/** False for a file of an earlier version of the program. */
function hasMark(database: Database): boolean {
  const columns = database.pragma('table_info(file_mark)');
  return Array.isArray(columns) && columns.length > 0;
}

/**
 * Keeps the mark `bare` in the file and `whole` in its log. A checkpoint by SQLite copies `whole` to the file and
 * restarts the log, which changes the log's header. This class never reads the file directly: closing a second
 * descriptor would drop the locks of this process.
 */
export class FileMark {
  private readonly database: Database;
  private readonly log: string;
  private readonly before: () => void;
  private readonly isRewriting: () => boolean;
  private readonly bare;
  private readonly whole;
  private header: string | undefined;

  /** `before` ends the connection's open transactions. `isRewriting`: if true, the log must not be checkpointed now. */
  constructor(path: string, database: Database, before: () => void, isRewriting: () => boolean) {
    this.database = database;
    // SQLite keeps its files beside the database itself, not beside a link to it.
    this.log = `${realpathSync(path)}-wal`;
    this.before = before;
    this.isRewriting = isRewriting;
    this.bare = database.prepare("UPDATE file_mark SET mark = 'bare' WHERE id = 1");
    this.whole = database.prepare("UPDATE file_mark SET mark = 'whole' WHERE id = 1 AND mark = 'bare'");
  }

  /**
   * Sets both marks again if the log has restarted; called every second. After an error, the next call tries again, and
   * the next write reports the cause.
   */
  keep(): void {
    if (this.isRewriting()) return;
    if (this.header !== undefined && readHeader(this.log) === this.header) return;
    this.header = undefined;
    try {
      this.before();
      this.bare.run();
      this.database.pragma('wal_checkpoint(PASSIVE)');
      // If another process set the mark before the checkpoint, `whole` has been copied to the file.
      if (this.whole.run().changes === 1) this.header = readHeader(this.log);
    } catch (error) {
      if (!isSqliteError(error)) throw error;
    }
  }

  /**
   * Sets the mark to `whole` before the file is closed: when the last process closes it, SQLite copies the log into the
   * file and removes the log. Repeats this if another process has changed the mark, then holds the write lock until the
   * connection closes, so that no other process changes it. After an error, either the log remains, or another process
   * that has the file open sets the mark when it closes.
   */
  async settle(): Promise<void> {
    if (!this.database.open) return;
    try {
      this.before();
      await retryWhileLocked(() => this.database.exec('BEGIN IMMEDIATE'));
      while (this.whole.run().changes === 1) this.database.exec('COMMIT; BEGIN IMMEDIATE');
    } catch (error) {
      if (!isSqliteError(error) && !(error instanceof PortalError)) throw error;
    }
  }
}

function readHeader(log: string): string | undefined {
  try {
    const file = openSync(log, 'r');
    try {
      const bytes = Buffer.alloc(WAL_HEADER_BYTES);
      readSync(file, bytes, 0, WAL_HEADER_BYTES, 0);
      return bytes.toString('hex');
    } finally {
      closeSync(file);
    }
  } catch {
    // The log does not exist yet.
    return undefined;
  }
}
