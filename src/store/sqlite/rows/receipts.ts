import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { LOG_TABLES } from '../../tables/plain-tables.js';
import { orConflict } from './or-conflict.js';

const COLUMNS = Object.keys(LOG_TABLES.receipt.columns).filter(isColumn);

function isColumn(name: string): name is keyof AcceptedReceipt {
  return name in LOG_TABLES.receipt.columns;
}

/**
 * Writes receipts, each once with its place in the log; they are never changed or deleted. The statement is plain SQL,
 * since a query builder would cost as much time as SQLite itself.
 */
export class Receipts {
  private readonly insert;

  constructor(database: Database) {
    this.insert = database.prepare(
      `INSERT INTO receipt (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
    );
  }

  /**
   * @throws StoreConflict if the id or hash exists, the job already has a first receipt, or another receipt already
   * supersedes the same one
   */
  add(row: AcceptedReceipt): void {
    orConflict('receipt', row.id, () => this.insert.run(...COLUMNS.map((name) => row[name])));
  }
}
