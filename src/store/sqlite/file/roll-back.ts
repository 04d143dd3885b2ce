import type { Database } from 'better-sqlite3';
import { isSqliteError } from './driver-errors.js';

/**
 * Rolls back the open transaction. If the disk fails again, the transaction stays open, and the next transaction rolls
 * it back first.
 */
export function rollBack(database: Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
}
