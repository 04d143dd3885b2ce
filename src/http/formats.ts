import type { Request, Response } from 'express';
import type { HttpBinding } from '../calls/http-binding.js';
import { sendJson } from './reply.js';

/** Sends an answer as JSON, or in another of its forms where the caller prefers that (RFC 9110, 12.5.1). */
export function sendInFormat(
  request: Request,
  response: Response,
  body: unknown,
  formats: HttpBinding['formats'],
): void {
  if (!formats) {
    sendJson(response, 200, body);
    return;
  }
  response.setHeader('vary', 'accept');
  const chosen = request.accepts('application/json', ...Object.keys(formats));
  const form = chosen === false ? undefined : formats[chosen];
  if (chosen === false || !form) {
    sendJson(response, 200, body);
    return;
  }
  const bytes = form.bytes(body);
  response.setHeader('content-type', form.contentType);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
