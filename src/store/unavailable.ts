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

/** Error for a receipt log that the store rejects. Only the operator can fix it; the log lines give the reason. */
export function unavailableLog(cause: LogRefusal): PortalError {
  return unavailable('The receipt log cannot be used: the operator of the portal must verify it.', cause);
}

/** Hides from callers the reason why a receipt log is rejected. */
export async function hideReason<R>(read: Promise<R>): Promise<R> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof LogRefusal ? unavailableLog(error) : error;
  }
}

/** Replaces a store error by one that hides the engine's fault (disk full) or the row in conflict; both are logged. */
export function toCallerError(cause: unknown, isOfEngine: (cause: unknown) => cause is Error): unknown {
  if (cause instanceof StoreConflict) return unavailableRows(cause);
  if (cause instanceof LogRefusal) return unavailableLog(cause);
  if (isOfEngine(cause)) return unavailable('The database cannot be written at the moment; try again.', cause);
  return cause;
}
