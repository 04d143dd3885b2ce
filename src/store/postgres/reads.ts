import { setTimeout as sleep } from 'node:timers/promises';
import type { Rows } from '../../ports.js';
import type { Log } from '../log/log.js';
import { rerun } from '../rerun.js';
import type { Connections } from './connection/connections.js';
import { PostgresFault } from './connection/postgres-fault.js';
import type { Session } from './connection/session.js';
import { reading } from './connection/transaction.js';
import { fetchAll } from './rows/fetch.js';
import { Known } from './rows/known.js';

/** How long a read is tried again while there is no connection. Milliseconds. */
const DEADLINE = 10_000;
/** The longest pause before the next try. Milliseconds. */
const LONGEST_PAUSE = 200;

/** Runs a look on one moment of the database: what it reads is fetched as it asks for it. */
export async function lookAt<R>(session: Session, log: Log, look: (rows: Rows) => R): Promise<R> {
  let known: Known | undefined;
  return rerun(look, (wanted, data) => {
    known ??= new Known(data);
    return fetchAll(session, { wanted, indexed: [] }, known, log);
  });
}

/**
 * Reads in one transaction, again when the connection breaks: nothing was changed.
 * @throws PostgresFault when there is no connection for some seconds, or whatever `work` throws
 */
export async function readingAgain<R>(connections: Connections, work: (session: Session) => Promise<R>): Promise<R> {
  const begun = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await reading(connections, work);
    } catch (error) {
      const mayPass = error instanceof PostgresFault && (error.isLost || error.isConflict);
      if (!mayPass || performance.now() - begun > DEADLINE) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE, 2 ** (tries + 1)));
    }
  }
}
