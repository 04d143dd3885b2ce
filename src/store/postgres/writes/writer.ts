import { randomUUID } from 'node:crypto';
import { awaitSent } from '../connection/await-sent.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session } from '../connection/session.js';
import { SILENCE_TIMEOUT_MS, writeInTransaction } from '../connection/transaction.js';
import type { Batch } from './batch.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** Time limit for finding out whether a batch was committed. */
const OUTCOME_TIMEOUT_MS = 10_000;

/**
 * First write of each batch, so that a batch that waits here for another one blocks no one. It may then fail with 40001
 * and run again. A number that is already taken makes the batch fail, since no batch is null.
 */
const MARK = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN writer.batch < excluded.batch THEN excluded.batch END, at = excluded.at`;
/**
 * Returns the number of a committed batch. Otherwise it stores the number after it, so that a batch still in flight can
 * never commit, and repeated checks agree.
 */
const TAKE = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2::bigint + 1, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN writer.batch < $2::bigint THEN $2::bigint + 1 ELSE writer.batch END RETURNING batch`;
/**
 * Locks the rows of all writers, including its own. Once it has them, no other known writer commits until this
 * transaction ends, since each writes its row before. All priority batches lock in one order, so they wait at the first
 * row and hold nothing. It runs first: if another writer has committed since the snapshot, its row has changed, and the
 * server fails this transaction with 40001 before it has done any work.
 */
const LOCK_WRITERS = "SELECT id FROM writer WHERE id <> 'check' ORDER BY id FOR UPDATE";
const DELETE_WRITER = 'DELETE FROM writer WHERE id = $1';

/**
 * Commits one batch after the other. Each has a number in the row of this writer, by which the writer finds out whether
 * a commit succeeded when its connection broke.
 */
export class Writer {
  private readonly connections: Connections;
  private readonly id = randomUUID();
  /** Number of the latest batch; always even, since the odd number after it marks the batch as abandoned. */
  private number = 0;
  /** True while it is finding out the outcome of a batch. */
  isAsking = false;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /**
   * Runs and commits a batch. Its decisions are final when this resolves. `isFirst`: other writers wait, so that they
   * cannot conflict.
   * @throws PostgresFault with nothing written
   * @throws UnknownOutcome
   */
  async commit(batch: Batch, isFirst: boolean): Promise<void> {
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
              await batch.decideAll(session, mark);
              await session.whenBegun();
              isSent = true;
              // One round trip: COMMIT rolls back a transaction in which a statement has failed.
              await awaitSent([batch.send(session, mark), session.run('COMMIT')]);
            },
            isFirst ? [LOCK_WRITERS] : [],
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

  /** Deletes the row of this writer, once no outcome is unknown. */
  async close(): Promise<void> {
    if (this.number > 0)
      await this.connections.use((session) => session.query(DELETE_WRITER, [this.id]), SILENCE_TIMEOUT_MS);
  }

  /**
   * Retries until there is an answer: a batch with unknown outcome must not run again.
   * @throws UnknownOutcome
   */
  private async wasCommitted(number: number): Promise<boolean> {
    const end = performance.now() + OUTCOME_TIMEOUT_MS;
    for (let tries = 0; ; tries += 1) {
      try {
        // A transaction that has not ended yet holds the row, so this statement waits for it.
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
