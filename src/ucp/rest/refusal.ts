import type { Request, Response } from 'express';
import { notesOf, sendJson } from '../../http/reply.js';
import type { Log } from '../../log.js';
import { toRefusal } from '../refusal.js';
import type { ProtocolVersion } from '../versions/version.js';

/** Responds to a failed call, with status 200 for an outcome such as a missing resource, otherwise with the error's. */
export function sendRefusal(
  request: Request,
  response: Response,
  error: unknown,
  version: ProtocolVersion | undefined,
  log: Log,
): void {
  const notes = notesOf(request);
  const refusal = toRefusal(error, version, log, notes.id);
  if ('outcome' in refusal) {
    notes.outcome = 'ok';
    sendJson(response, 200, refusal.outcome);
    return;
  }
  notes.outcome = refusal.error.code;
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  sendJson(response, refusal.status, refusal.body);
}
