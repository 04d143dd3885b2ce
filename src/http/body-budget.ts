import type { Request } from 'express';
import type { Tally } from '../calls/tally.js';
import { clientOf } from './client.js';
import { refuse } from './refusals.js';
import { SharedLimit, type Shares } from './shared-limit.js';

/** Limits the memory used by all bodies being read: a body may have several MiB, and many may be read at once. */
export class BodyBudget {
  private readonly limit: SharedLimit;
  private readonly tally: Tally;

  /** `bytes` limits all bodies together. */
  constructor(bytes: number, shares: Shares, tally: Tally) {
    this.limit = new SharedLimit(bytes, shares);
    this.tally = tally;
  }

  /**
   * Reserves the announced length of a body, or its maximum, while it is read.
   * @throws PortalError `unavailable` if the budget is exhausted, `rate_limited` if the client's share is
   */
  async spend<R>(request: Request, most: number, read: () => Promise<R>): Promise<R> {
    const bytes = announced(request, most);
    const client = clientOf(request);
    const exceeded = this.limit.exceededBy(client, bytes);
    if (exceeded) throw refuse(this.tally, 'bodies', exceeded);
    const giveBack = this.limit.take(client, bytes);
    try {
      return await read();
    } finally {
      giveBack();
    }
  }
}

/**
 * Returns the bytes to reserve: 0 without a body, the announced length, or the maximum if the body is compressed or its
 * length is not announced. A longer announced length counts as the maximum, since such a body is rejected before it is
 * read.
 */
function announced({ headers }: Request, most: number): number {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return 0;
  const length = Number(headers['content-length'] ?? most);
  return headers['content-encoding'] === undefined ? Math.min(length, most) : most;
}
