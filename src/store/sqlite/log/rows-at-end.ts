/**
 * Rows of one table to be inserted together before the COMMIT, or before a decision reads the table. Consecutive inserts
 * into a table find its statement and pages in the processor's caches: an audit event takes half of the time.
 */
export class RowsAtEnd<R> {
  private readonly insert: (row: R) => void;
  private rows: R[] = [];

  constructor(insert: (row: R) => void) {
    this.insert = insert;
  }

  add(row: R): void {
    this.rows.push(row);
  }

  /** Inserts the rows in the order in which they were added. */
  write(): void {
    for (const row of this.rows) this.insert(row);
    this.clear();
  }

  /** Drops the rows that have yet to be inserted, when they are rolled back. */
  clear(): void {
    if (this.rows.length > 0) this.rows = [];
  }
}
