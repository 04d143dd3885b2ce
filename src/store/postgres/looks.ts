import type { Rows } from '../../ports.js';
import type { NeededRead } from '../fetched-data.js';
import { FetchedRows, runOnFetched } from '../fetched-rows.js';
import type { Log } from '../log/log.js';
import { MAX_ROUNDS } from '../rerun.js';
import type { Connections } from './connection/connections.js';
import type { Session } from './connection/session.js';
import { readWithRetries } from './reads.js';
import { fetchAll } from './rows/fetch.js';
import { KnownRows } from './rows/known-rows.js';
import { TurnBatcher } from './turn-batcher.js';

/** A pending read. */
interface PendingRead {
  /** Returns the reads whose rows are still missing; none once the caller has its result or error. */
  run(rows: FetchedRows): readonly NeededRead[];
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the reads of one turn of the event loop in one transaction (or a few, see `TurnBatcher`), so that they see one
 * snapshot and share round trips.
 */
export class Looks {
  private readonly connections: Connections;
  private readonly log: Log;
  private readonly gathered = new TurnBatcher<PendingRead>((looks) => this.runAll(looks));

  constructor(connections: Connections, log: Log) {
    this.connections = connections;
    this.log = log;
  }

  /**
   * Resolves with the result of `look` once all its rows are fetched.
   * @throws any error that `look` throws with these rows
   * @throws PostgresFault if no connection is available for some seconds
   */
  answer<R>(look: (rows: Rows) => R): Promise<R> {
    return new Promise((resolve, reject) => this.gathered.add(toPendingRead(look, resolve, reject)));
  }

  /** Reads that finished before the connection broke do not run again. */
  private async runAll(looks: readonly PendingRead[]): Promise<void> {
    let open = looks;
    try {
      await readWithRetries(this.connections, async (session) => {
        const known = new KnownRows();
        for (let round = 0; open.length > 0; round += 1) {
          if (round > MAX_ROUNDS) throw new Error(`the rows are not complete after ${MAX_ROUNDS} rounds`);
          open = await this.round(session, open, known);
        }
      });
    } catch (error) {
      for (const { reject } of open) reject(error);
    }
  }

  private async round(
    session: Session,
    open: readonly PendingRead[],
    known: KnownRows,
  ): Promise<readonly PendingRead[]> {
    const reads: NeededRead[] = [];
    const left = open.filter((look) => {
      const needs = look.run(new FetchedRows(known.data));
      reads.push(...needs);
      return needs.length > 0;
    });
    if (reads.length > 0) await fetchAll(session, { reads, indexed: [] }, known, this.log);
    return left;
  }
}

function toPendingRead<R>(
  look: (rows: Rows) => R,
  resolve: (answer: R) => void,
  reject: (error: unknown) => void,
): PendingRead {
  return {
    reject,
    run(rows) {
      try {
        const ran = runOnFetched(rows, look);
        if (!ran) return rows.needed;
        resolve(ran.answer);
      } catch (error) {
        reject(error);
      }
      return [];
    },
  };
}
