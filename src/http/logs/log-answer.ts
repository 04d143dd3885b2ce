import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Bytes that never change: a tile or a bundle of entries. */
export interface LogBytes {
  readonly bytes: Buffer;
  readonly etag: string;
  /** `undefined` for hashes, since they are random and do not compress. */
  readonly gzip: Buffer | undefined;
}

const HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
};

export function logBytes(content: Uint8Array, compressed: boolean): LogBytes {
  const bytes = Buffer.from(content);
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  return { bytes, etag, gzip: compressed ? gzipSync(bytes) : undefined };
}

/** Sends the bytes, compressed if the client accepts that, or 304 to a client that already has them. */
export function sendLogBytes(request: Request, response: Response, { bytes, etag, gzip }: LogBytes): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const packed = gzip !== undefined && request.acceptsEncodings('gzip', 'identity') === 'gzip' ? gzip : undefined;
  if (gzip) response.setHeader('vary', 'accept-encoding');
  // A different content coding is a different representation (RFC 9110, 8.8.3).
  response.setHeader('etag', packed ? `"${etag}-gzip"` : `"${etag}"`);
  if (request.fresh) {
    response.removeHeader('content-type');
    response.statusCode = 304;
    response.end();
    return;
  }
  if (packed) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', (packed ?? bytes).length);
  response.end(packed ?? bytes);
}
