import { existsSync, realpathSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { assertOurs } from './file-check.js';
import { assertNotBare, setWhole } from './file-mark.js';
import { userVersion } from './migrate.js';
import { hasPending } from './read-only-file.js';

/** How long to wait for another process's lock. Milliseconds. */
const WAIT = 10_000;
/** Pages between two reports of progress. */
const STEP = 2_000;

export interface CopiedDatabase {
  readonly schema: number;
}

/**
 * Copies a database while others read and write it: the copy has all that was committed when this began, and nothing later
 * (SQLite's online backup). It is checked, and on disk, when this resolves.
 * @throws Error when it cannot be read, the copy exists or cannot be written, or the copy is not valid
 * @throws DatabaseFault when it is not a database of this program, one of a newer version, or a bare copy
 */
export async function copyDatabase(
  path: string,
  copy: string,
  onProgress: (done: number, total: number) => void,
): Promise<CopiedDatabase> {
  if (existsSync(copy)) throw new Error(`${copy} exists already`);
  assertOurs(path, false);
  const hadLog = hasPending(realpathSync(path));
  const database = new DatabaseConstructor(path, { fileMustExist: true, timeout: WAIT });
  try {
    assertNotBare(path, database, hadLog);
    database.pragma('query_only = ON');
    // Without a snapshot of its own, the backup would begin anew after each write of another process.
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    await database.backup(copy, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return STEP;
      },
    });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return settleCopy(copy);
}

/**
 * Makes a copy a database of its own that lacks nothing, with the write-ahead log that is beside it. Leaves no file beside it.
 * @throws Error when it is not valid
 */
export function settleCopy(copy: string): CopiedDatabase {
  const database = new DatabaseConstructor(copy, { fileMustExist: true });
  try {
    setWhole(database);
    assertReadable(copy, database);
    return { schema: userVersion(database) };
  } finally {
    database.close();
  }
}

/** A damaged database must not take the place of an older, valid backup. */
function assertReadable(copy: string, database: Database): void {
  const said = String(database.pragma('quick_check(1)', { simple: true }));
  if (said !== 'ok') throw new Error(`${copy} is not valid, and so the database is not: ${said}`);
}
