import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CallNotes } from '../calls/call-notes.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics/metrics.js';
import { addressOf } from './address.js';
import { openTemplate } from './open-templates.js';
import { startNotes } from './reply.js';

/** Gives each request an id; logs and counts it when it ends. */
export function logRequests(log: Log, metrics: Pick<Metrics, 'count'>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now();
    const notes = startNotes(request, randomUUID());
    // Read now, since a closed connection no longer has its address.
    const source = addressOf(request);
    response.setHeader('x-request-id', notes.id);
    response.setHeader('x-content-type-options', 'nosniff');
    response.on('close', () => {
      const milliseconds = performance.now() - started;
      const operation = notes.operation ?? 'none';
      const outcome = outcomeOf(notes, response);
      metrics.count(operation, outcome, milliseconds);
      log.info('request', {
        request_id: notes.id,
        source_address: source,
        method: request.method,
        route: notes.route ?? openTemplate(request.originalUrl),
        operation,
        caller: notes.caller,
        status: response.statusCode,
        outcome,
        ms: Math.round(milliseconds * 10) / 10,
      });
    });
    next();
  };
}

/** `client_gone` means that the connection ended before a response was sent. */
function outcomeOf(notes: CallNotes, response: Response): string {
  if (notes.outcome !== undefined) return notes.outcome;
  if (!response.headersSent) return 'client_gone';
  return response.statusCode < 400 ? 'ok' : String(response.statusCode);
}
