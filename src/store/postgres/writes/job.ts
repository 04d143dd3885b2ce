import { type Decision, LogRefusal, MAX_TRIES, type Rows, StoreConflict } from '../../../ports.js';
import { toCallerError, unavailable, unavailableRows } from '../../unavailable.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import { UnknownOutcome } from './unknown-outcome.js';

const NOT_KNOWN =
  'The database broke off, and it is not known whether the call was done: repeat it with the same idempotency key; without one, read first what was changed.';

/** A decision that waits to be run, and whoever waits for its result. */
export interface Job {
  readonly decide: (rows: Rows) => Decision<unknown>;
  /** Tells the result of the last run. */
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Milliseconds, of a clock that does not go back. */
  readonly queued_at: number;
  /** How often its guards have failed. */
  tries: number;
  /** Why it has a transaction of its own; undefined = it goes with others. */
  alone?: { readonly because: unknown };
}

/** What becomes of a job when its transaction is committed. */
export type Outcome = 'done' | { readonly error: unknown };

/** Tells whoever waits; a decision whose guard has failed is answered for `again`. */
export function settle(job: Job, outcome: Outcome): 'again' | undefined {
  if (outcome === 'done') job.resolve();
  else {
    job.tries += 1;
    if (mayBeLate(outcome.error) && job.tries < MAX_TRIES) return 'again';
    job.reject(refusedAs(outcome.error));
  }
  return undefined;
}

/**
 * Others came first; or this process has noted meanwhile that a log of which the transaction sees an earlier moment was signed further
 * by others. What a log is refused for in earnest, it is refused for again.
 */
function mayBeLate(error: unknown): boolean {
  return error instanceof StoreConflict || error instanceof LogRefusal;
}

/** What the caller of a decision that failed is told. */
export function refusedAs(cause: unknown): unknown {
  if (cause instanceof UnknownOutcome) return unavailable(NOT_KNOWN, cause);
  return isConflict(cause) ? unavailableRows(cause) : toCallerError(cause, isPostgresFault);
}

/** The server itself is well. */
export function isConflict(cause: unknown): cause is PostgresFault {
  return isPostgresFault(cause) && cause.isConflict;
}

function isPostgresFault(cause: unknown): cause is PostgresFault {
  return cause instanceof PostgresFault;
}
