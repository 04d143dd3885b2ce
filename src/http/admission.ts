import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';

interface Limits {
  /** Connections at once. */
  readonly maxConnections: number;
  /** Requests under way at once. */
  readonly maxRequests: number;
}

/** Limits what the portal does at once. More is refused early, so that admitted requests are answered soon. */
export class Admission {
  private readonly limits: Limits;
  private readonly tally: Tally;
  private connections = 0;
  /** Connections so far. */
  accepted = 0;
  /** In the order in which they came. */
  private readonly surplus = new Set<Socket>();
  /** Surplus connections that were closed for newer ones. */
  evicted = 0;
  private readonly underWay = new Set<Response>();

  constructor(limits: Limits, tally: Tally) {
    this.limits = limits;
    this.tally = tally;
  }

  /** Counts a new connection until it closes. */
  connected(socket: Socket): void {
    this.connections += 1;
    this.accepted += 1;
    if (this.connections > this.limits.maxConnections) this.surplus.add(socket);
    if (this.connections > 2 * this.limits.maxConnections) this.evict();
    socket.once('close', () => {
      this.connections -= 1;
      this.surplus.delete(socket);
    });
  }

  /** The oldest surplus connection makes room for the newest, so that a health check gets in however many others only wait. */
  private evict(): void {
    const [oldest] = this.surplus;
    if (!oldest) return;
    this.evicted += 1;
    this.surplus.delete(oldest);
    oldest.destroy();
  }

  /** Open connections, and requests that are not answered. */
  get load() {
    this.forgetAnswered();
    return { connections: this.connections, requests: this.underWay.size };
  }

  /** @throws PortalError `unavailable` */
  admit(request: Request, response: Response): void {
    if (this.surplus.has(request.socket)) {
      this.tally.rejected('connections');
      response.setHeader('connection', 'close');
      throw new PortalError('unavailable', 'The portal has reached its limit of connections; try again.', RETRY_AFTER);
    }
    if (this.underWay.size >= this.limits.maxRequests) this.forgetAnswered();
    if (this.underWay.size >= this.limits.maxRequests) {
      this.tally.rejected('requests');
      throw new PortalError('unavailable', 'The portal has reached its limit of requests; try again.', RETRY_AFTER);
    }
    this.underWay.add(response);
    response.once('close', () => this.underWay.delete(response));
  }

  /** A request with a complete answer no longer counts, even if its client does not read the answer. */
  private forgetAnswered(): void {
    for (const response of this.underWay) if (response.writableEnded) this.underWay.delete(response);
  }
}
