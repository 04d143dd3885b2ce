import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { CallNotes } from '../calls/call-notes.js';
import { toJsonBytes } from '../calls/json-text.js';
import { detailIn, errorHeaders, visibleError } from '../calls/visible-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Log } from '../log.js';
import { MIN_COMPRESSED, prefersGzip } from './content-coding.js';
import { MALFORMED_PATH } from './malformed-path.js';

/**
 * A request with its notes. They are a member, since a WeakMap would keep the notes of ended requests until V8 collects
 * all garbage.
 */
type Noted = Request & { [NOTES]?: CallNotes };
const NOTES = Symbol('notes');

export function startNotes(request: Noted, id: string): CallNotes {
  const made: CallNotes = { id };
  request[NOTES] = made;
  return made;
}

export function notesOf(request: Noted): CallNotes {
  return request[NOTES] ?? startNotes(request, '');
}

/** `Content-Type` of JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON. Responses of the API must not be cached (docs/api.md, HTTP). */
export function sendJson(response: Response, status: number, body: unknown): void {
  const bytes = toJsonBytes(body);
  response.statusCode = status;
  response.setHeader('content-type', JSON_TYPE);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-length', bytes.length);
  response.end(bytes, 'latin1');
}

const compress = promisify(gzip);

/**
 * Sends JSON, compressed if it is large and the client prefers that. Not for bodies with secrets: their length would
 * reveal parts of a secret to someone who can add text to them (BREACH).
 */
export async function sendCompressedJson(request: Request, response: Response, body: unknown): Promise<void> {
  const bytes = toJsonBytes(body);
  if (bytes.length < MIN_COMPRESSED || !prefersGzip(request, response)) {
    sendJson(response, 200, body);
    return;
  }
  const packed = await compress(Buffer.from(bytes, 'latin1'), { level: constants.Z_BEST_SPEED });
  response.setHeader('content-type', JSON_TYPE);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', packed.length);
  response.end(packed);
}

/** Sends `{ error, detail }` with the status from the error table. */
export function sendError(request: Request, response: Response, error: unknown, log: Log): void {
  // Express throws a URIError for a path that cannot be percent-decoded.
  const meant = error instanceof URIError ? new PortalError('invalid_request', MALFORMED_PATH) : error;
  const known = visibleError(meant, log, notesOf(request).id);
  notesOf(request).outcome = known.code;
  for (const [name, value] of Object.entries(errorHeaders(known))) response.setHeader(name, value);
  const detail = detailIn(known, request.headers['accept-language']);
  sendJson(response, known.status, { error: known.code, detail });
}
