import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Tally } from '../calls/tally.js';
import { clientOf } from './client.js';
import { Connections } from './connections.js';
import { refuse } from './refusals.js';
import { SharedLimit, type Shares } from './shared-limit.js';

interface Limits extends Shares {
  /** Maximum open connections. */
  readonly maxConnections: number;
  /** Maximum requests in flight. */
  readonly maxRequests: number;
  /** Maximum open streams of messages, such as MCP's `subscriptions/listen`. */
  readonly maxStreams: number;
}

/**
 * Limits connections, requests in flight and streams, and gives each address and each API key a share of them.
 * Rejecting excess requests early keeps the admitted ones fast.
 */
export class Admission {
  private readonly tally: Tally;
  private readonly connections: Connections;
  private readonly requests: SharedLimit;
  private readonly streams: SharedLimit;
  /** Unanswered requests, each with the function that stops counting it. */
  private readonly inFlight = new Map<Response, () => void>();

  constructor(limits: Limits, tally: Tally) {
    this.tally = tally;
    this.connections = new Connections(limits.maxConnections, limits);
    this.requests = new SharedLimit(limits.maxRequests, limits);
    this.streams = new SharedLimit(limits.maxStreams, limits);
  }

  /** Counts a new connection until it closes. `address` is `undefined` for a trusted proxy. */
  connected(socket: Socket, address: string | undefined): void {
    this.tally.accepted += 1;
    this.connections.connected(socket, address);
  }

  /** Marks a connection as busy until the client has read the response. */
  begin(socket: Socket, response: ServerResponse): void {
    this.connections.begin(socket, response);
  }

  /** Connections accepted since the start. */
  get accepted(): number {
    return this.tally.accepted;
  }

  /** Idle connections closed for new ones. */
  get evicted(): number {
    return this.connections.evicted;
  }

  /** Open connections, unanswered requests and open streams. */
  get load() {
    this.removeAnswered();
    return { connections: this.connections.open, requests: this.inFlight.size, streams: this.streams.inUse };
  }

  /** @throws PortalError `unavailable`, `rate_limited` */
  admit(request: Request, response: Response): void {
    const client = clientOf(request);
    const surplus = this.connections.exceededBy(request.socket, client.key);
    if (surplus) {
      response.setHeader('connection', 'close');
      throw refuse(this.tally, 'connections', surplus);
    }
    if (this.requests.exceededBy(client)) this.removeAnswered();
    const exceeded = this.requests.exceededBy(client);
    if (exceeded) throw refuse(this.tally, 'requests', exceeded);
    this.inFlight.set(response, this.requests.take(client));
    response.once('close', () => this.end(response));
  }

  /**
   * Counts an admitted request as a stream from now on, since it stays open for as long as its client wants.
   * @throws PortalError `unavailable`, `rate_limited`
   */
  openStream(request: Request, response: Response): void {
    const client = clientOf(request);
    const exceeded = this.streams.exceededBy(client);
    if (exceeded) throw refuse(this.tally, 'streams', exceeded);
    response.once('close', this.streams.take(client));
    this.end(response);
  }

  /** Stops counting requests whose response is complete, even if the client does not read it. */
  private removeAnswered(): void {
    for (const response of this.inFlight.keys()) if (response.writableEnded) this.end(response);
  }

  private end(response: Response): void {
    this.inFlight.get(response)?.();
    this.inFlight.delete(response);
  }
}
