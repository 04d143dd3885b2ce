import type { Request, Response } from 'express';

/** Size from which responses are compressed; below it, little is saved. Bytes. */
export const MIN_COMPRESSED = 1024;

/** Bytes that all clients get, with their entity tag. `gzip` is absent if they are not worth compressing. */
interface CodedBytes {
  readonly bytes: Buffer;
  /** Entity tag of the uncompressed bytes, without quotes. */
  readonly tag: string;
  readonly gzip: (() => Buffer) | undefined;
}

/** True if the client prefers gzip. Also announces to caches that the response depends on `Accept-Encoding`. */
export function prefersGzip(request: Request, response: Response): boolean {
  response.vary('accept-encoding');
  return request.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/** Sends the bytes, compressed if the client prefers that, or 304 to a client that already has them (RFC 9110, 13.1.2). */
export function sendCoded(request: Request, response: Response, { bytes, tag, gzip }: CodedBytes): void {
  const pack = gzip && prefersGzip(request, response) ? gzip : undefined;
  // A different content coding is a different representation (RFC 9110, 8.8.3).
  response.setHeader('etag', pack ? `"${tag}-gzip"` : `"${tag}"`);
  if (request.fresh) {
    response.removeHeader('content-type');
    response.statusCode = 304;
    response.end();
    return;
  }
  if (pack) response.setHeader('content-encoding', 'gzip');
  const sent = pack?.() ?? bytes;
  response.setHeader('content-length', sent.length);
  response.end(sent);
}
