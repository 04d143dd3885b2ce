import { randomUUID } from 'node:crypto';
import { awaitSent } from '../connection/await-sent.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session } from '../connection/session.js';
import { SILENCE_TIMEOUT_MS, writeInTransaction } from '../connection/transaction.js';
import type { Batch, BatchQueue } from './batch.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** Time available to find out if a batch was committed. */
const OUTCOME_TIMEOUT_MS = 10_000;

/** First write of each batch. If the stored number is not smaller, the batch fails, since `batch` must not be null. */
const MARK = `
  INSERT INTO write_batch (id, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN write_batch.batch < excluded.batch THEN excluded.batch END, at = excluded.at`;
/**
 * Returns the batch's number if the batch was committed. Otherwise stores the next number, so that a batch still in
 * flight can never commit, and repeated checks agree.
 */
const TAKE = `
  INSERT INTO write_batch (id, batch, at) VALUES ($1, $2::bigint + 1, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN write_batch.batch < $2::bigint THEN $2::bigint + 1 ELSE write_batch.batch END RETURNING batch`;
const DELETE_WRITER = 'DELETE FROM write_batch WHERE id = $1';

/**
 * Commits one batch after the other. Each batch has a number in this writer's row. If the connection breaks during a
 * commit, the writer finds out by that number if the commit succeeded.
 */
export class Writer {
  private readonly connections: Connections;
  private readonly id = randomUUID();
  /** Number of the latest batch; always even, since the odd number after it marks the batch as abandoned. */
  private number = 0;
  /** True while the outcome of a batch is being determined. */
  isAsking = false;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /**
   * Runs and commits a batch. Its decisions are final when this resolves. `queue`: see `Batch.decideAll`; `tries`:
   * number of earlier transactions of these jobs that failed.
   * @throws PostgresFault with nothing written
   * @throws UnknownOutcome
   */
  async commit(batch: Batch, queue: BatchQueue, tries: number): Promise<void> {
    if (batch.runWithoutReading() && batch.isReading) return;
    this.number += 2;
    const number = this.number;
    let isSent = false;
    const mark = (session: Session) => session.query(MARK, [this.id, number, Date.now()]);
    try {
      await this.connections.use(
        (session) =>
          writeInTransaction(
            session,
            async () => {
              await batch.decideAll(session, mark, queue);
              await session.whenBegun();
              isSent = true;
              // One round trip: the server skips COMMIT if a statement before it has failed.
              await awaitSent([batch.send(session, mark), session.query('COMMIT')]);
            },
            batch.scopes,
            { tries },
          ),
        SILENCE_TIMEOUT_MS,
      );
    } catch (error) {
      const isUnknown = isSent && error instanceof PostgresFault && error.isLost;
      this.isAsking = isUnknown;
      const isCommitted =
        isUnknown &&
        (await this.wasCommitted(number).finally(() => {
          this.isAsking = false;
        }));
      if (!isCommitted) throw error;
    }
  }

  /** Deletes the row of this writer. Must not be called while the outcome of a batch is unknown. */
  async close(): Promise<void> {
    if (this.number === 0) return;
    try {
      await this.connections.use((session) => session.query(DELETE_WRITER, [this.id]), SILENCE_TIMEOUT_MS);
    } catch (error) {
      // Without a server the row stays, which does no harm: no writer gets its id again.
      if (!(error instanceof PostgresFault)) throw error;
    }
  }

  /**
   * Retries until the server responds, since a batch with an unknown outcome must not run again.
   * @throws UnknownOutcome
   */
  private async wasCommitted(number: number): Promise<boolean> {
    const end = performance.now() + OUTCOME_TIMEOUT_MS;
    for (let tries = 0; ; tries += 1) {
      try {
        // A transaction that is still in progress holds the row, so this statement waits for it.
        const [row] = await this.connections.use(
          (session) => session.query<{ readonly batch: number }>(TAKE, [this.id, number, Date.now()]),
          Math.max(1, end - performance.now()),
        );
        return row?.batch === number;
      } catch (error) {
        if (performance.now() > end) throw new UnknownOutcome(error);
        await pause(tries);
      }
    }
  }
}
