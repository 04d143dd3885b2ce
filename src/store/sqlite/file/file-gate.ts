import type { Database } from 'better-sqlite3';
import { closedFault, closedRefusal, type DataMove } from '../../data-move.js';

/** Keeps what was closed by a move from being written (docs/scaling.md, From a file to a server and back). */
export class FileGate {
  private readonly closed;

  constructor(database: Database) {
    this.closed = database.prepare<[], DataMove>(
      'SELECT move, role, state, other FROM data_move WHERE id = 1 AND closed = 1',
    );
  }

  /** @throws DatabaseFault `moved` when the file is closed */
  assertServing(): void {
    const move = this.closed.get();
    if (move) throw closedFault(move);
  }

  /**
   * As the first thing in a transaction that writes.
   * @throws PortalError `unavailable` when the file is closed
   */
  assertWritable(): void {
    const move = this.closed.get();
    if (move) throw closedRefusal(closedFault(move));
  }
}
