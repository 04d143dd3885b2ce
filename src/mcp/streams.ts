import type { Request, Response } from 'express';
import { readMember } from './read-member.js';

/** Limits streams, which stay open for as long as their clients want. */
export interface Streams {
  /** Maximum number of streams for all clients together. */
  readonly most: number;
  /**
   * Counts a request as an open stream.
   * @throws PortalError `rate_limited` above the client's share, `unavailable` above the maximum
   */
  open(request: Request, response: Response): void;
}

/** The request whose response is a stream (2026-07-28). */
const LISTEN = 'subscriptions/listen';

/** True if a body, or a message of a batch, opens a stream. */
export function opensStream(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message) => readMember(message, 'method') === LISTEN);
}
