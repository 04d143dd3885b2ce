import type { Request, Response } from 'express';
import { PortalError } from '../domain/errors.js';
import { faultFields, type Log } from '../log.js';

/** What the log line of a request says beside its status (design 9). */
export interface RequestNotes {
  readonly id: string;
  operation?: string;
  caller?: string;
  outcome?: string;
}

const notes = new WeakMap<Request, RequestNotes>();

export function startNotes(request: Request, id: string): RequestNotes {
  const made: RequestNotes = { id };
  notes.set(request, made);
  return made;
}

export function notesOf(request: Request): RequestNotes {
  return notes.get(request) ?? startNotes(request, '');
}

/** Sends JSON. Nothing of the portal may be cached (design 4). */
export function sendJson(response: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  const bytes = Buffer.byteLength(text);
  response.setHeader('content-length', bytes);
  // ASCII is the same in both encodings, and node writes latin1 faster.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** `{ error, detail }` with the status of the table; an unknown error is logged whole and not shown. */
export function sendError(request: Request, response: Response, error: unknown, log: Log): void {
  const known = asPortalError(request, error, log);
  notesOf(request).outcome = known.code;
  if (known.retryAfter !== undefined) response.setHeader('retry-after', known.retryAfter);
  if (known.code === 'unauthorized') response.setHeader('www-authenticate', 'Bearer realm="portal"');
  sendJson(response, known.status, { error: known.code, detail: known.detail });
}

/** The error that a caller may see. */
export function asPortalError(request: Request, error: unknown, log: Log): PortalError {
  if (error instanceof PortalError && error.code !== 'internal_error') {
    if (error.cause !== undefined) log.error('fault', { request_id: notesOf(request).id, ...faultFields(error) });
    return error;
  }
  // Express throws this for a path that does not percent-decode.
  if (error instanceof URIError)
    return new PortalError('invalid_request', 'The path is not percent-encoded correctly.');
  log.error('fault', { request_id: notesOf(request).id, ...faultFields(error) });
  return new PortalError('internal_error', 'Something went wrong in the portal; report the x-request-id if it stays.');
}
