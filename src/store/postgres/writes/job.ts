import { type Decision, LogRefusal, MAX_TRIES, type Rows, StoreConflict } from '../../../ports.js';
import { toCallerError, unavailable, unavailableRows } from '../../unavailable.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import { UnknownOutcome } from './unknown-outcome.js';

const NOT_KNOWN =
  'The database broke off, and it is not known whether the call was done: repeat it with the same idempotency key; without one, read first what was changed.';

/** A queued decision, and the promise of its caller. */
export interface Job {
  readonly decide: (rows: Rows) => Decision<unknown>;
  /** Name of the rows to which the decision is limited; undefined for all rows. */
  readonly scope: string | undefined;
  /** Resolves the caller's promise with the result of the last run. */
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Time of queueing, in milliseconds of a monotonic clock. */
  readonly queued_at: number;
  /** Number of runs lost to a failed guard. */
  tries: number;
  /** True once another portal held the job's scope: a transaction then waits for this scope alone. */
  waitsAlone?: true;
  /** Reason why the job runs in a separate transaction; `undefined` if it may share one. */
  alone?: { readonly because: unknown };
}

/** Outcome of a job: the error that ended its run, or `done`, which counts only once the transaction has committed. */
export type Outcome = 'done' | { readonly error: unknown };

/** Settles the caller's promise, or returns 'again' if the run failed and another run may succeed. */
export function settle(job: Job, outcome: Outcome): 'again' | undefined {
  if (outcome === 'done') job.resolve();
  else {
    job.tries += 1;
    if (mayBeLate(outcome.error) && job.tries < MAX_TRIES) return 'again';
    job.reject(toDecisionError(outcome.error));
  }
  return undefined;
}

/**
 * True if another run may succeed: after a failed guard, or if another process has signed a larger tree of the log than
 * this transaction has read. A real fault of the log recurs on the next run.
 */
function mayBeLate(error: unknown): boolean {
  return error instanceof StoreConflict || error instanceof LogRefusal;
}

/** Maps the failure of a decision to the caller's error. */
export function toDecisionError(cause: unknown): unknown {
  if (cause instanceof UnknownOutcome) return unavailable(NOT_KNOWN, cause);
  return isConflict(cause) ? unavailableRows(cause) : toCallerError(cause, isPostgresFault);
}

/** True if a concurrent write won; the server itself works. */
export function isConflict(cause: unknown): cause is PostgresFault {
  return isPostgresFault(cause) && cause.isConflict;
}

function isPostgresFault(cause: unknown): cause is PostgresFault {
  return cause instanceof PostgresFault;
}
