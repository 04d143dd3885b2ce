/**
 * Rows of one table to be inserted together before the COMMIT, or before a decision reads the table. Consecutive inserts
 * into a table find its statement and pages in the processor's caches: an audit event takes half of the time.
 */
export class RowsAtEnd<R> {
  private readonly insert: (row: R) => void;
  private rows: R[] = [];
  /** Number of rows of the decisions before the present one. */
  private accepted = 0;

  constructor(insert: (row: R) => void) {
    this.insert = insert;
  }

  add(row: R): void {
    this.rows.push(row);
  }

  /** Keeps the rows of a decision. */
  accept(): void {
    this.accepted = this.rows.length;
  }

  /** Drops the rows of a decision that is rolled back. */
  revert(): void {
    this.rows.length = this.accepted;
  }

  /** Inserts the rows in the order in which they were added. */
  write(): void {
    for (const row of this.rows) this.insert(row);
    this.clear();
  }

  /** Drops all rows after the transaction. */
  clear(): void {
    if (this.rows.length > 0) this.rows = [];
    this.accepted = 0;
  }
}
