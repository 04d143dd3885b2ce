/** Milliseconds that a piece of a long work should take, so that nobody waits long for the lock. */
const WANTED = 20;
/** Rows of the first piece, and of the smallest, on a machine that has much other work; and of the largest. */
const FIRST = 30;
const MIN_ROWS = 30;
const MAX_ROWS = 500;

/** How many rows are written in one transaction, by how long the last one took. */
export class PieceSize {
  rows = FIRST;

  /** The rows of a piece have taken so long. Milliseconds. */
  took(rows: number, time: number): void {
    const fitting = Math.floor((rows * WANTED) / Math.max(time, 1));
    this.rows = Math.max(MIN_ROWS, Math.min(fitting, 2 * this.rows, MAX_ROWS));
  }
}
