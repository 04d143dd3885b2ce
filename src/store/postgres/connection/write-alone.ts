import { pause } from './pause.js';
import { PostgresFault } from './postgres-fault.js';
import { runInTransaction } from './run-in-transaction.js';
import type { Session } from './session.js';
import { LOCK_NOT_AVAILABLE } from './sqlstates.js';
import { lockScopes, PAUSE_WITHOUT_SCOPE_MS, type Scopes } from './write-locks.js';

/** Time for which the lock of the database is requested again. */
const LOCK_TIMEOUT_MS = 20_000;

const ALL_ROWS: Scopes = new Set([undefined]);
const NO_LIMIT = "set_config('lock_timeout', '0', true)";

/**
 * Runs `work` in a transaction that excludes all other writers. It has no time limit once it has begun, since it may
 * rewrite many rows. `work` sees all earlier writes.
 * @throws Error if other writers hold locks for too long, or those of `runInTransaction`
 */
export function writeAlone<R>(session: Session, work: () => Promise<R>): Promise<R> {
  return runInTransaction(session, () => lockDatabase(session), work);
}

async function lockDatabase(session: Session): Promise<void> {
  const begun = performance.now();
  for (let tries = 0; ; tries += 1) {
    const locking = lockScopes(ALL_ROWS, NO_LIMIT, tries).map(({ text }) => text);
    try {
      await session.run(['BEGIN ISOLATION LEVEL READ COMMITTED', ...locking].join('; '));
      return;
    } catch (error) {
      if (!(error instanceof PostgresFault) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() - begun > LOCK_TIMEOUT_MS)
        throw new Error('another process has been writing to the database for too long: try again later', {
          cause: error,
        });
      await session.run('ROLLBACK');
      await pause(0, PAUSE_WITHOUT_SCOPE_MS);
    }
  }
}
