import type { Request } from 'express';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';

/** Limits the memory of all bodies that are being read: one alone may have some MiB, and many requests are under way at once. */
export class BodyBudget {
  private left: number;
  private readonly tally: Tally;

  /** `bytes`: for all together. */
  constructor(bytes: number, tally: Tally) {
    this.left = bytes;
    this.tally = tally;
  }

  /**
   * Reads a body with room for what it announces, or for the most that it may have.
   * @throws PortalError `unavailable` when there is no room
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

/** Bytes. A compressed body may grow to the limit, and one of unknown length too; one that is too long is refused before it is read. */
function announced({ headers }: Request, most: number): number {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0;
  const length = Number(headers['content-length'] ?? most);
  return headers['content-encoding'] === undefined ? Math.min(length, most) : most;
}
