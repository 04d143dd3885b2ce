import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../unavailable.js';
import type { Connections } from './connection/connections.js';
import { pause } from './connection/pause.js';
import { PostgresFault } from './connection/postgres-fault.js';
import type { Session } from './connection/session.js';
import { type ReadOptions, readInTransaction } from './connection/transaction.js';

/** Total time for which a read is retried without a connection. */
const RETRY_TIMEOUT_MS = 10_000;

/** Time limit of a health check. */
export const HEALTH_TIMEOUT_MS = 2_000;

/**
 * Reads in one transaction. Retries if the connection breaks, which is safe since nothing was changed.
 * @throws PostgresFault if no connection is available for some seconds, or any error of `work`
 */
export function readWithRetries<R>(
  connections: Connections,
  work: (session: Session) => Promise<R>,
  options?: ReadOptions,
): Promise<R> {
  return retryWhileDisconnected(() => readInTransaction(connections, work, options));
}

/**
 * Retries a read that failed for a reason that may pass, such as a broken connection.
 * @throws PostgresFault if no connection is available for some seconds, or any error of `read`
 */
export async function retryWhileDisconnected<R>(read: () => Promise<R>): Promise<R> {
  const begun = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error) || performance.now() - begun > RETRY_TIMEOUT_MS) throw error;
      await pause(tries);
    }
  }
}

/** True if the server is unreachable, a concurrent write won or a time limit was exceeded: a retry may succeed. */
function mayPass(error: unknown): error is PostgresFault {
  return error instanceof PostgresFault && (error.isLost || error.isConflict || error.isTooLong);
}

/** Maps a failed read to the caller's error. */
export function toReadError(error: unknown): unknown {
  if (error instanceof PostgresFault && (error.isUnable || error.isUnableHere))
    return unavailable('The database cannot be read at the moment; try again.', error);
  return mayPass(error) ? unavailable('The database cannot be reached at the moment; try again.', error) : error;
}

/**
 * Waits for a read, but not longer than a health check may take.
 * @throws PortalError `unavailable`
 */
export async function waitWithTimeout(read: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(HEALTH_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw unavailable(
      'The database does not answer at the moment; try again.',
      new Error(`no answer in ${HEALTH_TIMEOUT_MS} ms`),
    );
  });
  try {
    await Promise.race([read, late]);
  } catch (error) {
    throw toReadError(error);
  } finally {
    timer.abort();
    // The outcome of the promise that settles last no longer matters.
    for (const one of [read, late]) one.catch(() => undefined);
  }
}
