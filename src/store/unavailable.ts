import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';
import { LogRefusal, StoreConflict } from '../ports.js';

/** What a caller is told; the log of the portal has the cause. */
export function unavailable(detail: string, cause: Error): PortalError {
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER), { cause });
}

/** Others came first, each time that it was tried. */
export function unavailableRows(cause: Error): PortalError {
  return unavailable('Other calls are changing the same data at the moment; try again.', cause);
}

/** A caller cannot mend a log; its operator finds the reason among the lines of the portal. */
export function unavailableLog(cause: LogRefusal): PortalError {
  return unavailable('The receipt log cannot be used: the operator of the portal must verify it.', cause);
}

/** What was read for a caller, who is not told why a log is refused. */
export async function withoutReason<R>(read: Promise<R>): Promise<R> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof LogRefusal ? unavailableLog(error) : error;
  }
}

/** The caller sees neither the engine's fault (disk full, I/O error) nor the row that it was about; the log has both. */
export function refusalOf(cause: unknown, isOfEngine: (cause: unknown) => cause is Error): unknown {
  if (cause instanceof StoreConflict) return unavailableRows(cause);
  if (cause instanceof LogRefusal) return unavailableLog(cause);
  if (isOfEngine(cause)) return unavailable('The database cannot be written at the moment; try again.', cause);
  return cause;
}
