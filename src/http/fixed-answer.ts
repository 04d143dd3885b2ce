import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { once } from '../domain/values/once.js';
import { MIN_COMPRESSED, sendCoded } from './content-coding.js';

/** A response that many requests share: created once and sent from one buffer. It contains no secret. */
export interface FixedAnswer {
  readonly text: string;
  readonly bytes: Buffer;
  /** Entity tag, without quotes. */
  readonly tag: string;
  /** Compressed on the first request that prefers it. */
  readonly gzip: (() => Buffer) | undefined;
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
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const gzip = bytes.length < MIN_COMPRESSED ? undefined : once(() => gzipSync(bytes));
  return { text, bytes, tag, gzip, headers: { ...headers, 'cache-control': cacheControl } };
}

export function fixedJson(text: string): FixedAnswer {
  return fixedAnswer(text, { 'content-type': 'application/json; charset=utf-8' });
}

export function sendFixed(request: Request, response: Response, answer: FixedAnswer): void {
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  sendCoded(request, response, answer);
}
