import { PortalError } from '../domain/errors/portal-error.js';

/** Creates the error for a file that cannot be read as a whole. */
export function unreadable(detail: string): PortalError {
  return new PortalError('invalid_request', detail);
}
