import type { ErrorRequestHandler, Request, Response } from 'express';
import { errorHeaders, visibleError } from '../calls/visible-error.js';
import type { PortalError } from '../domain/errors/portal-error.js';
import type { Log } from '../log.js';

/**
 * Responds to errors with pages, since people read them. `send` sends the page; the headers of the error are set. Errors
 * after the start of a response are left to express.
 */
export function sendErrorsAsPages(
  log: Log,
  send: (known: PortalError, request: Request, response: Response) => void,
): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const known = visibleError(error, log, response.get('x-request-id') ?? '');
    response.set(errorHeaders(known));
    send(known, request, response);
  };
}
