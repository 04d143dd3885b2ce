import { PostgresFault } from '../connection/postgres-fault.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** What becomes of a batch whose transaction has failed. */

/** There is no connection, or it broke. */
export function isLost(error: unknown): boolean {
  return error instanceof UnknownOutcome || (error instanceof PostgresFault && error.isLost);
}

/** No transaction can be done at the moment. */
export function isUnable(error: unknown): boolean {
  return error instanceof PostgresFault && error.isUnable;
}

/** Others came first, or there is no connection at the moment. A row of another process may just have come first too. */
export function isWorthATry(error: unknown, isAlone: boolean, tries: number): boolean {
  if (!(error instanceof PostgresFault)) return false;
  return error.isConflict || error.isLost || (error.isTaken && (isAlone || tries === 0));
}
