import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** A response that many requests share: created once and sent from one buffer. */
export interface FixedAnswer {
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates a response whose `Cache-Control` is `no-cache` by default: caches must revalidate it before each use, so that
 * a new version is visible immediately.
 */
export function fixedAnswer(
  text: string,
  headers: Readonly<Record<string, string>>,
  cacheControl = 'no-cache',
): FixedAnswer {
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { text, bytes, headers: { ...headers, 'cache-control': cacheControl, etag } };
}

export function fixedJson(text: string): FixedAnswer {
  return fixedAnswer(text, { 'content-type': 'application/json; charset=utf-8' });
}

/** Sends the response, or 304 to a client that already has it (RFC 9110, 13.1.2). */
export function sendFixed(request: Request, response: Response, { bytes, headers }: FixedAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.fresh) {
    response.removeHeader('content-type');
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
