import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { Admission } from './admission.js';
import { messageClasses } from './message-classes.js';

/** Between two checks for requests that take too long to arrive. Milliseconds. */
const CHECK_EVERY = 1_000;

interface Limits {
  readonly maxConnections: number;
  /** Requests of one connection whose answers it has not read. */
  readonly maxUnanswered: number;
  /** How long a request may take to arrive, with its body. */
  readonly requestSeconds: number;
  /** How long nothing may move on a connection that has a request: its client may never read the answer. */
  readonly stalledSeconds: number;
}

interface Listener {
  readonly server: Server;
  /** Connections that were closed because they did not read their answers. */
  readonly stats: { readonly closed: number };
}

/** The HTTP server in front of an app, with the limits of its connections. */
export function makeListener(app: Express, admission: Admission, limits: Limits): Listener {
  const unanswered = new Unanswered(limits.maxUnanswered);
  const requestTimeout = limits.requestSeconds * 1000;
  const timing = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY };
  const server = createServer({ ...timing, ...messageClasses(app) }, (request, response) => {
    if (unanswered.count(request.socket, response)) app(request, response);
  });
  server.timeout = limits.stalledSeconds * 1000;
  server.on('connection', (socket) => admission.connected(socket));
  // Connections beyond the limit get a 503; beyond twice the limit the oldest of them make room, and Node drops what comes too fast for that.
  server.maxConnections = 4 * limits.maxConnections;
  return { server, stats: unanswered.stats };
}

/**
 * Node parses all requests that have arrived, and keeps each answer until the earlier ones are read. Without a limit, a
 * client that sends and never reads would fill the memory.
 */
class Unanswered {
  readonly stats = { closed: 0 };
  private readonly most: number;
  private readonly counts = new WeakMap<Socket, number>();

  constructor(most: number) {
    this.most = most;
  }

  /** False: there are too many, and the connection is closed. */
  count(socket: Socket, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    const count = (this.counts.get(socket) ?? 0) + 1;
    if (count > this.most) {
      this.stats.closed += 1;
      socket.destroy();
      return false;
    }
    this.counts.set(socket, count);
    response.once('close', () => this.counts.set(socket, (this.counts.get(socket) ?? 1) - 1));
    return true;
  }
}
