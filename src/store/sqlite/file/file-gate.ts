import type { Database } from 'better-sqlite3';
import { closedFault, closedRefusal, type DataMove } from '../../data-move.js';

/** Rejects writes to a file that a move has closed (docs/scaling.md, From a file to a server and back). */
export class FileGate {
  private readonly closed;

  constructor(database: Database) {
    this.closed = database.prepare<[], DataMove>(
      'SELECT move, role, state, other FROM data_move WHERE id = 1 AND closed = 1',
    );
  }

  /** @throws DatabaseFault `moved` if the file is closed */
  assertServing(): void {
    const move = this.closed.get();
    if (move) throw closedFault(move);
  }

  /**
   * Must be the first step of a transaction that writes.
   * @throws PortalError `unavailable` if the file is closed
   */
  assertWritable(): void {
    const move = this.closed.get();
    if (move) throw closedRefusal(closedFault(move));
  }
}
