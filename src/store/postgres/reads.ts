import { setTimeout as sleep } from 'node:timers/promises';
import type { Rows } from '../../ports.js';
import type { Log } from '../log/log.js';
import { rerun } from '../rerun.js';
import { unavailable } from '../unavailable.js';
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

/** How long whoever asks whether the database can be used waits. Milliseconds. */
const SOON = 2_000;

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
      if (!mayPass(error) || performance.now() - begun > DEADLINE) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE, 2 ** (tries + 1)));
    }
  }
}

/** The server is gone, or others came first: the same read may succeed later. */
function mayPass(error: unknown): error is PostgresFault {
  return error instanceof PostgresFault && (error.isLost || error.isConflict || error.isTooLong);
}

/** What the caller of a read that failed is told. */
export function refusalOfRead(error: unknown): unknown {
  return mayPass(error) ? unavailable('The database cannot be reached at the moment; try again.', error) : error;
}

/**
 * Waits for a read, but not for long.
 * @throws PortalError `unavailable`
 */
export async function answeredSoon(read: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(SOON, undefined, { signal: timer.signal }).then(() => {
    throw unavailable('The database does not answer at the moment; try again.', new Error(`no answer in ${SOON} ms`));
  });
  try {
    await Promise.race([read, late]);
  } catch (error) {
    throw refusalOfRead(error);
  } finally {
    timer.abort();
    // Whichever comes second is of no interest any more.
    for (const one of [read, late]) one.catch(() => undefined);
  }
}
