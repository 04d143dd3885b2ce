import { randomUUID } from 'node:crypto';
import { awaitSent } from '../connection/await-sent.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session } from '../connection/session.js';
import { PATIENCE, writing } from '../connection/transaction.js';
import type { Batch } from './batch.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** How long it is asked what became of a batch. Milliseconds. */
const FIND_OUT_WITHIN = 10_000;

/**
 * Written by each batch before anything else, so that one that waits here for another batch to end keeps nobody waiting. It may be
 * refused with 40001 then, and runs again. A number that is taken already makes the batch fail, since no batch is null.
 */
const MARK = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN writer.batch < excluded.batch THEN excluded.batch END, at = excluded.at`;
/**
 * Answers the number of the batch when it was committed. Otherwise it leaves the number after it, so that a batch that is still on its
 * way can never be committed, and whoever asks again gets the same answer.
 */
const TAKE = `
  INSERT INTO writer (id, batch, at) VALUES ($1, $2::bigint + 1, $3)
  ON CONFLICT (id) DO UPDATE SET batch = CASE WHEN writer.batch < $2::bigint THEN $2::bigint + 1 ELSE writer.batch END RETURNING batch`;
/**
 * Locks the rows of all writers, its own too. Once it has them, no other writer that it has seen commits until this transaction has
 * ended, since each writes its row before. All that go first take the rows in one order, so they wait for each other at the first and
 * hold nothing. It comes ahead of all else: where another one has committed since the moment that the transaction sees, its row is
 * another one now, and the server refuses this transaction with 40001 before it has done any work.
 */
const TURN = "SELECT id FROM writer WHERE id <> 'check' ORDER BY id FOR UPDATE";
const FORGET = 'DELETE FROM writer WHERE id = $1';

/**
 * Commits one batch after the other. Each has a number of its own in the row of this writer, by which the writer finds out, when the
 * connection breaks while a batch is committed, whether it was.
 */
export class Writer {
  private readonly connections: Connections;
  private readonly id = randomUUID();
  /** Of the latest batch; even, since the number after it says that it was given up. */
  private number = 0;
  /** It asks what became of a batch. */
  isAsking = false;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /**
   * Runs a batch and commits it. What it decided counts when this resolves. `isFirst`: others wait, so that they do not come first.
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
          writing(
            session,
            async () => {
              await batch.decideAll(session, mark);
              await session.begun();
              isSent = true;
              // One trip; a transaction in which one of them has failed is rolled back by the COMMIT.
              await awaitSent([batch.send(session, mark), session.run('COMMIT')]);
            },
            isFirst ? [TURN] : [],
          ),
        PATIENCE,
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

  /** Nobody asks for its batches any more. */
  async close(): Promise<void> {
    if (this.number > 0) await this.connections.use((session) => session.query(FORGET, [this.id]), PATIENCE);
  }

  /**
   * Asks until there is an answer: a batch whose outcome is not known must not run again.
   * @throws UnknownOutcome
   */
  private async wasCommitted(number: number): Promise<boolean> {
    const end = performance.now() + FIND_OUT_WITHIN;
    for (let tries = 0; ; tries += 1) {
      try {
        // A transaction that the server has not ended yet holds the row: who asks waits for it.
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
