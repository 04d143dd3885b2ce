import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { sendCoded } from '../content-coding.js';

/** Bytes that never change: a tile or a bundle of entries. */
export interface LogBytes {
  readonly bytes: Buffer;
  /** Entity tag, without quotes. */
  readonly tag: string;
  /** `undefined` for hashes, since they are random and do not compress. */
  readonly gzip: Buffer | undefined;
}

const HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
};

export function logBytes(content: Uint8Array, compressed: boolean): LogBytes {
  const bytes = Buffer.from(content);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  return { bytes, tag, gzip: compressed ? gzipSync(bytes) : undefined };
}

export function sendLogBytes(request: Request, response: Response, { bytes, tag, gzip }: LogBytes): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  sendCoded(request, response, { bytes, tag, gzip: gzip && (() => gzip) });
}
