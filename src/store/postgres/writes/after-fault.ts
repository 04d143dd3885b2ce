import { PostgresFault } from '../connection/postgres-fault.js';
import { UnknownOutcome } from './unknown-outcome.js';

/** True if there was no connection, or the connection broke. */
export function isLost(error: unknown): boolean {
  return error instanceof UnknownOutcome || (error instanceof PostgresFault && error.isLost);
}

/** True if no transaction can succeed at the moment. */
export function isUnable(error: unknown): boolean {
  return error instanceof PostgresFault && error.isUnable;
}

/**
 * True if a retry may succeed: after a conflict, without a connection, or after a duplicate row, which may come from a
 * concurrent process.
 */
export function isWorthATry(error: unknown, isAlone: boolean, tries: number): boolean {
  if (!(error instanceof PostgresFault)) return false;
  return error.isConflict || error.isLost || (error.isTaken && (isAlone || tries === 0));
}
