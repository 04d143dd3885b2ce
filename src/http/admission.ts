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

/** An unanswered request. */
interface InFlight {
  readonly response: Response;
  /** Stops counting it for its client. */
  readonly release: () => void;
  /** Index among the unanswered requests; `undefined` once it is no longer one of them. */
  index: number | undefined;
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
  /** Unanswered requests. */
  private readonly inFlight: InFlight[] = [];

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
    return { connections: this.connections.open, requests: this.inFlight.length, streams: this.streams.inUse };
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
    const admitted: InFlight = { response, release: this.requests.take(client), index: this.inFlight.length };
    this.inFlight.push(admitted);
    response.once('close', () => this.end(admitted));
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
    const admitted = this.inFlight.find((one) => one.response === response);
    if (admitted) this.end(admitted);
  }

  /** Stops counting requests whose response is complete, even if the client does not read it. */
  private removeAnswered(): void {
    for (const one of this.inFlight.filter(({ response }) => response.writableEnded)) this.end(one);
  }

  /** Puts the last request in the place of the one that ends. */
  private end(ended: InFlight): void {
    if (ended.index === undefined) return;
    ended.release();
    const last = this.inFlight.pop();
    if (last && last !== ended) {
      last.index = ended.index;
      this.inFlight[ended.index] = last;
    }
    ended.index = undefined;
  }
}
