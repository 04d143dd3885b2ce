import type { Database } from 'better-sqlite3';
import { isSqliteError } from './driver-errors.js';

/**
 * Ends an open transaction without its writes. Where the disk fails at that too, the transaction stays open: whoever begins the next
 * one ends it first.
 */
export function rollBack(database: Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
}
