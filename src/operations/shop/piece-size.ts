/** Target duration of a piece of long work of a command, so that nobody waits long for the lock. Milliseconds. */
const COMMAND_MS = 20;
/** Rows of the first piece, of the smallest (for busy machines), and of the largest. */
const FIRST = 30;
const MIN_ROWS = 30;
const MAX_ROWS = 500;

/** Adapts the rows per transaction to the duration of the last one. */
export class PieceSize {
  rows = FIRST;
  private readonly target: number;

  /** Target duration in milliseconds. */
  constructor(target = COMMAND_MS) {
    this.target = target;
  }

  /** Records the duration of a piece. Milliseconds. */
  took(rows: number, time: number): void {
    const fitting = Math.floor((rows * this.target) / Math.max(time, 1));
    this.rows = Math.max(MIN_ROWS, Math.min(fitting, 2 * this.rows, MAX_ROWS));
  }
}
