import type { Database } from 'better-sqlite3';
import { isBusy } from './driver-errors.js';

const LOCK_TIMEOUT_MS = 1_000;

/**
 * Locks out all other connections until the database is closed.
 * @throws Error if another connection has it open
 */
export function lockExclusively(path: string, database: Database): void {
  database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
  database.pragma('locking_mode = EXCLUSIVE');
  try {
    // Without write-ahead logging, one lock covers the whole file. The next opening turns it on again.
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(`another process has ${path} open: stop the portal first`);
  }
}
