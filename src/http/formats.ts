import type { Request, Response } from 'express';
import type { HttpBinding } from '../calls/http-binding.js';
import { sendJson } from './reply.js';

/** Sends a response as JSON, or in another of its formats if `Accept` prefers that (RFC 9110, 12.5.1). */
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
  // A client may request a type with or without its parameters.
  const named = Object.entries(formats).flatMap(([type, form]) =>
    [type, form.contentType].map((name) => ({ name, form })),
  );
  const chosen = request.accepts('application/json', ...named.map(({ name }) => name));
  const form = named.find(({ name }) => name === chosen)?.form;
  if (!form) {
    sendJson(response, 200, body);
    return;
  }
  const bytes = form.bytes(body);
  response.setHeader('content-type', form.contentType);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
