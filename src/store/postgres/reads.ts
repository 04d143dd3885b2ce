import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../unavailable.js';
import type { Connections } from './connection/connections.js';
import { pause } from './connection/pause.js';
import { PostgresFault } from './connection/postgres-fault.js';
import type { Session } from './connection/session.js';
import { reading } from './connection/transaction.js';

/** How long a read is tried again while there is no connection. Milliseconds. */
const DEADLINE = 10_000;

/** How long whoever asks whether the database can be used waits. Milliseconds. */
export const SOON = 2_000;

/**
 * Reads in one transaction, again when the connection breaks: nothing was changed.
 * @throws PostgresFault when there is no connection for some seconds, or whatever `work` throws
 */
export function readingAgain<R>(connections: Connections, work: (session: Session) => Promise<R>): Promise<R> {
  return againWhileLost(() => reading(connections, work));
}

/**
 * Reads, again when the connection breaks.
 * @throws PostgresFault when there is no connection for some seconds, or whatever `read` throws
 */
export async function againWhileLost<R>(read: () => Promise<R>): Promise<R> {
  const begun = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error) || performance.now() - begun > DEADLINE) throw error;
      await pause(tries);
    }
  }
}

/** The server is gone, or others came first: the same read may succeed later. */
function mayPass(error: unknown): error is PostgresFault {
  return error instanceof PostgresFault && (error.isLost || error.isConflict || error.isTooLong);
}

/** What the caller of a read that failed is told. */
export function refusalOfRead(error: unknown): unknown {
  if (error instanceof PostgresFault && (error.isUnable || error.isUnableHere))
    return unavailable('The database cannot be read at the moment; try again.', error);
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
