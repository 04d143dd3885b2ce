import { randomUUID } from 'node:crypto';
import { allSent } from '../connection/all-sent.js';
import type { Connections } from '../connection/connections.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session } from '../connection/session.js';
import { writing } from '../connection/transaction.js';
import type { Batch } from './batch.js';

/** Written with each batch. A number that is taken already makes the batch fail, since no batch is null. */
const MARK = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN writer.batch < excluded.batch THEN excluded.batch END, at = excluded.at`;
/** Takes the number, unless the batch has it: so a batch that is still on its way can never be committed afterwards. */
const TAKE = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = excluded.batch WHERE writer.batch < excluded.batch RETURNING batch`;
const FORGET = 'DELETE FROM writer WHERE id = $1';

/**
 * Commits one batch after the other. Each has a number of its own in the row of this writer, by which the writer finds out, when the
 * connection breaks while a batch is committed, whether it was.
 */
export class Writer {
  private readonly connections: Connections;
  private readonly id = randomUUID();
  private number = 0;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /**
   * Runs a batch and commits it. What it decided counts when this resolves.
   * @throws PostgresFault with nothing written
   */
  async commit(batch: Batch): Promise<void> {
    if (batch.runWithoutReading() && batch.isReading) return;
    this.number += 1;
    const number = this.number;
    let isSent = false;
    try {
      await this.connections.use((session) =>
        writing(session, async () => {
          await batch.decideAll(session);
          isSent = true;
          await this.finish(session, batch, number);
        }),
      );
    } catch (error) {
      const isUnknown = isSent && error instanceof PostgresFault && error.isLost;
      if (!isUnknown || !(await this.wasCommitted(number))) throw error;
    }
  }

  /** Nobody asks for its batches any more. */
  async close(): Promise<void> {
    if (this.number > 0) await this.connections.use((session) => session.query(FORGET, [this.id]));
  }

  /** The last statements and the COMMIT take one trip. A transaction in which one of them has failed is rolled back by it. */
  private async finish(session: Session, batch: Batch, number: number): Promise<void> {
    const marked = batch.isReading ? [] : [session.query(MARK, [this.id, number, Date.now()])];
    await allSent([batch.send(session), ...marked, session.run('COMMIT')]);
  }

  private async wasCommitted(number: number): Promise<boolean> {
    const taken = await this.connections.use((session) => session.query(TAKE, [this.id, number, Date.now()]));
    return taken.length === 0;
  }
}
