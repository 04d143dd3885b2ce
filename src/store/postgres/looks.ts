import type { Rows, Wanted } from '../../ports.js';
import { answerOn, FetchedRows } from '../fetched-rows.js';
import type { Log } from '../log/log.js';
import { MAX_ROUNDS } from '../rerun.js';
import type { Connections } from './connection/connections.js';
import type { Session } from './connection/session.js';
import { Gathered } from './gathered.js';
import { readingAgain } from './reads.js';
import { fetchAll } from './rows/fetch.js';
import { Known } from './rows/known.js';

/** A look that is not answered yet. */
interface Look {
  /** Answers what it still needs; nothing when whoever waits has been told. */
  run(rows: FetchedRows): readonly Wanted[];
  readonly reject: (error: unknown) => void;
}

/** Looks of one turn of the event loop share a transaction, so they see one moment and take their trips together. */
export class Looks {
  private readonly connections: Connections;
  private readonly log: Log;
  private readonly gathered = new Gathered<Look>((looks) => this.runAll(looks));

  constructor(connections: Connections, log: Log) {
    this.connections = connections;
    this.log = log;
  }

  /**
   * Resolves with what `look` answers once all that it reads is fetched.
   * @throws what it throws then
   * @throws PostgresFault when there is no connection for some seconds
   */
  answer<R>(look: (rows: Rows) => R): Promise<R> {
    return new Promise((resolve, reject) => this.gathered.add(waiting(look, resolve, reject)));
  }

  /** Those that were answered are not run again when the connection breaks. */
  private async runAll(looks: readonly Look[]): Promise<void> {
    let open = looks;
    try {
      await readingAgain(this.connections, async (session) => {
        const known = new Known();
        for (let round = 0; open.length > 0; round += 1) {
          if (round > MAX_ROUNDS) throw new Error(`the rows are not complete after ${MAX_ROUNDS} rounds`);
          open = await this.round(session, open, known);
        }
      });
    } catch (error) {
      for (const { reject } of open) reject(error);
    }
  }

  private async round(session: Session, open: readonly Look[], known: Known): Promise<readonly Look[]> {
    const wanted: Wanted[] = [];
    const left = open.filter((look) => {
      const needs = look.run(new FetchedRows(known.data));
      wanted.push(...needs);
      return needs.length > 0;
    });
    if (wanted.length > 0) await fetchAll(session, { wanted, indexed: [] }, known, this.log);
    return left;
  }
}

function waiting<R>(look: (rows: Rows) => R, resolve: (answer: R) => void, reject: (error: unknown) => void): Look {
  return {
    reject,
    run(rows) {
      try {
        const ran = answerOn(rows, look);
        if (!ran) return rows.wanted;
        resolve(ran.answer);
      } catch (error) {
        reject(error);
      }
      return [];
    },
  };
}
