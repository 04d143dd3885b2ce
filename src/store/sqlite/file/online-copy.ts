import { existsSync, realpathSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { assertOurs } from './file-check.js';
import { assertNotBare, markWhole } from './file-mark.js';
import { userVersion } from './migrate.js';
import { hasPending } from './read-only-file.js';

const LOCK_TIMEOUT_MS = 10_000;
const PAGES_PER_STEP = 2_000;

export interface CopiedDatabase {
  readonly schema: number;
}

/**
 * Copies a database in use (SQLite's online backup): the copy has all transactions committed before the start, and no
 * later ones. When this resolves, the copy has been checked and is on disk.
 * @throws Error if the database cannot be read, the copy exists or cannot be written, or the copy is invalid
 * @throws DatabaseFault if it is not a database of this program, belongs to a newer version, or is a copy without its
 * write-ahead log
 */
export async function copyDatabase(
  path: string,
  copy: string,
  onProgress: (done: number, total: number) => void,
): Promise<CopiedDatabase> {
  if (existsSync(copy)) throw new Error(`${copy} exists already`);
  assertOurs(path, false);
  const hadLog = hasPending(realpathSync(path));
  const database = new DatabaseConstructor(path, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    assertNotBare(path, database, hadLog);
    database.pragma('query_only = ON');
    // Without a snapshot, the backup would restart after each write of another process.
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    await database.backup(copy, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return finishCopy(copy);
}

/**
 * Merges the write-ahead log beside a copy into the copy, and marks it as complete. Leaves no file beside it.
 * @throws Error if the copy is invalid
 */
export function finishCopy(copy: string): CopiedDatabase {
  const database = new DatabaseConstructor(copy, { fileMustExist: true });
  try {
    markWhole(database);
    assertReadable(copy, database);
    return { schema: userVersion(database) };
  } finally {
    database.close();
  }
}

/** Checks the copy, because a copy of a damaged database must not replace an older, valid backup. */
function assertReadable(copy: string, database: Database): void {
  const said = String(database.pragma('quick_check(1)', { simple: true }));
  if (said !== 'ok') throw new Error(`${copy} is not valid, and so the database is not: ${said}`);
}
