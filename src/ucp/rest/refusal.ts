import type { Request, Response } from 'express';
import { errorHeaders, visibleError } from '../../calls/visible-error.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import { notesOf, sendJson } from '../../http/reply.js';
import type { Log } from '../../log.js';
import { errorEnvelope } from '../envelope.js';
import { CapabilitiesIncompatible } from './incompatible.js';

/** Statuses that the protocol knows (UCP, REST Binding); of others, 400 is the nearest. */
const STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 424, 429, 500, 503]);

/** Answers a call that failed: about a resource that is not there with 200, about the call itself with a status. */
export function sendRefusal(
  request: Request,
  response: Response,
  error: unknown,
  version: string | undefined,
  log: Log,
): void {
  if (error instanceof CapabilitiesIncompatible && version !== undefined) {
    notesOf(request).outcome = 'ok';
    sendJson(response, 200, outcome(version, 'capabilities_incompatible', error.message));
    return;
  }
  const known = visibleError(error, log, notesOf(request).id);
  notesOf(request).outcome = known.code;
  for (const [name, value] of Object.entries(errorHeaders(known))) response.setHeader(name, value);
  if (known.code === 'checkout_not_found' && version !== undefined) {
    sendJson(response, 200, outcome(version, 'not_found', known.detail));
    return;
  }
  sendJson(response, statusOf(known), { code: known.code, content: known.detail });
}

function statusOf({ status }: PortalError): number {
  return STATUSES.has(status) ? status : 400;
}

function outcome(version: string, code: string, content: string): object {
  return { ucp: errorEnvelope(version), messages: [{ type: 'error', code, content, severity: 'unrecoverable' }] };
}
