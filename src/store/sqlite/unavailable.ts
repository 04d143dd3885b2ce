import { PortalError } from '../../domain/errors/portal-error.js';
import type { LogRefusal } from '../../ports.js';

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 1;

/** What a caller is told; the log of the portal has the cause. */
export function unavailable(detail: string, cause: Error): PortalError {
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER), { cause });
}

/** A caller cannot mend a log; its operator finds the reason among the lines of the portal. */
export function unavailableLog(cause: LogRefusal): PortalError {
  return unavailable('The log of receipts does not take this: the operator of the portal must verify it.', cause);
}
