import type { Database } from 'better-sqlite3';
import { isSqliteError } from './driver-errors.js';

/** After a fault of the file, drops cached pages that may be wrong, so that they are read from the disk again. */
export function dropPages(database: Database): void {
  try {
    database.pragma('shrink_memory');
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
}
