import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';
import { LogRefusal, StoreConflict } from '../ports.js';

/** The caller gets `detail`; the cause is only logged. */
export function unavailable(detail: string, cause: Error): PortalError {
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER), { cause });
}

/** Error for a write that lost to a concurrent write in every retry. */
export function unavailableRows(cause: Error): PortalError {
  return unavailable('Other calls are changing the same data at the moment; try again.', cause);
}

/** Error for a rejected log. The caller cannot fix a log; the operator finds the reason in the portal's log. */
export function unavailableLog(cause: LogRefusal): PortalError {
  return unavailable('The receipt log cannot be used: the operator of the portal must verify it.', cause);
}

/** Hides from callers the reason why a log is rejected. */
export async function hideReason<R>(read: Promise<R>): Promise<R> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof LogRefusal ? unavailableLog(error) : error;
  }
}

/** Hides the engine's fault (disk full, I/O error) and the row in conflict from callers; the portal's log has both. */
export function toCallerError(cause: unknown, isOfEngine: (cause: unknown) => cause is Error): unknown {
  if (cause instanceof StoreConflict) return unavailableRows(cause);
  if (cause instanceof LogRefusal) return unavailableLog(cause);
  if (isOfEngine(cause)) return unavailable('The database cannot be written at the moment; try again.', cause);
  return cause;
}
