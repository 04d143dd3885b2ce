import type { Request } from 'express';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';

/** Limits the memory of all bodies being read: one may have some MiB, and many requests are in flight. */
export class BodyBudget {
  private left: number;
  private readonly tally: Tally;

  /** `bytes`: limit of all bodies together. */
  constructor(bytes: number, tally: Tally) {
    this.left = bytes;
    this.tally = tally;
  }

  /**
   * Reserves the announced length of a body, or its maximum, while it is read.
   * @throws PortalError `unavailable` if the budget is exhausted
   */
  async spend<R>(request: Request, most: number, read: () => Promise<R>): Promise<R> {
    const bytes = announced(request, most);
    if (bytes > this.left) {
      this.tally.rejected('bodies');
      throw new PortalError('unavailable', 'The portal is reading as much as it can; try again.', RETRY_AFTER);
    }
    this.left -= bytes;
    try {
      return await read();
    } finally {
      this.left += bytes;
    }
  }
}

/** Bytes to reserve: the maximum if the body is compressed or has no length. Too long a body is rejected before it is read. */
function announced({ headers }: Request, most: number): number {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0;
  const length = Number(headers['content-length'] ?? most);
  return headers['content-encoding'] === undefined ? Math.min(length, most) : most;
}
