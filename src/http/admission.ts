import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';

interface Limits {
  /** Maximum open connections; further ones are surplus, and get 503. */
  readonly maxConnections: number;
  /** Maximum requests in flight. */
  readonly maxRequests: number;
}

/** Limits connections and requests in flight. Rejecting the rest early keeps admitted requests fast. */
export class Admission {
  private readonly limits: Limits;
  private readonly tally: Tally;
  private connections = 0;
  /** Connections accepted since the start. */
  accepted = 0;
  /** In order of arrival. */
  private readonly surplus = new Set<Socket>();
  /** Surplus connections that were closed for newer ones. */
  evicted = 0;
  private readonly inFlight = new Set<Response>();

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

  /** Evicting the oldest surplus connection lets a health check in, however many others only wait. */
  private evict(): void {
    const [oldest] = this.surplus;
    if (!oldest) return;
    this.evicted += 1;
    this.surplus.delete(oldest);
    oldest.destroy();
  }

  /** Open connections and unanswered requests. */
  get load() {
    this.removeAnswered();
    return { connections: this.connections, requests: this.inFlight.size };
  }

  /** @throws PortalError `unavailable` */
  admit(request: Request, response: Response): void {
    if (this.surplus.has(request.socket)) {
      this.tally.rejected('connections');
      response.setHeader('connection', 'close');
      throw new PortalError('unavailable', 'The portal has reached its limit of connections; try again.', RETRY_AFTER);
    }
    if (this.inFlight.size >= this.limits.maxRequests) this.removeAnswered();
    if (this.inFlight.size >= this.limits.maxRequests) {
      this.tally.rejected('requests');
      throw new PortalError('unavailable', 'The portal has reached its limit of requests; try again.', RETRY_AFTER);
    }
    this.inFlight.add(response);
    response.once('close', () => this.inFlight.delete(response));
  }

  /** A request with a complete response no longer counts, even if its client does not read it. */
  private removeAnswered(): void {
    for (const response of this.inFlight) if (response.writableEnded) this.inFlight.delete(response);
  }
}
