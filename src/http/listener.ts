import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { limitedAddress } from '../calls/limited-address.js';
import type { Admission } from './admission.js';
import { readTrustedProxies } from './client.js';
import { closeInStages, isConnectionOver, rejectUnreadable } from './closing.js';
import { ConnectionTurns } from './connection-turns.js';
import { messageClasses } from './message-classes.js';

/** Interval in milliseconds between checks for requests that arrive too slowly. */
const CHECK_EVERY = 1_000;

interface Limits {
  readonly maxConnections: number;
  /** Maximum requests of one connection whose responses it has not read yet. */
  readonly maxUnanswered: number;
  /** Time limit for receiving a request with its body. */
  readonly requestSeconds: number;
  /** Idle time limit of a connection with a request in flight, since its client may never read the response. */
  readonly stalledSeconds: number;
}

interface Listener {
  readonly server: Server;
  /** Number of connections closed because their clients did not read responses. */
  readonly stats: { readonly closed: number };
}

/** Creates the HTTP server of an app, with limits on its connections. */
export function makeListener(app: Express, admission: Admission, limits: Limits): Listener {
  const unanswered = new Unanswered(limits.maxUnanswered);
  const turns = new ConnectionTurns();
  const trusts = readTrustedProxies(app);
  const requestTimeout = limits.requestSeconds * 1000;
  const timing = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY };
  const server = createServer({ ...timing, ...messageClasses(app) }, (request, response) => {
    const { socket } = request;
    if (!unanswered.count(socket, response)) return;
    admission.begin(socket, response);
    turns.take(socket, () => app(request, response));
  });
  server.timeout = limits.stalledSeconds * 1000;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    admission.connected(socket, trusts(remoteAddress, 0) ? undefined : limitedAddress(remoteAddress));
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => closeInStages(socket);
  });
  server.on('clientError', (error, socket: Socket) => {
    if (unanswered.isBeingAnswered(socket)) socket.destroy();
    else rejectUnreadable(error, socket);
  });
  // Reached only while no connection is idle; Node then drops new ones.
  server.maxConnections = 4 * limits.maxConnections;
  return { server, stats: unanswered.stats };
}

/**
 * Node parses all pipelined requests, and stores each response until the earlier ones are read. Without a limit, a
 * client that sends but never reads would fill the memory.
 */
class Unanswered {
  readonly stats = { closed: 0 };
  private readonly most: number;
  private readonly responses = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(most: number) {
    this.most = most;
  }

  /**
   * Returns false if the connection has had its last response, or if it has too many unread responses and is therefore
   * closed.
   */
  count(socket: Socket, response: ServerResponse): boolean {
    if (isConnectionOver(socket)) return false;
    const responses = this.responsesOf(socket);
    if (responses.size >= this.most) {
      this.stats.closed += 1;
      socket.destroy();
      return false;
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    return true;
  }

  /** True once part of a response was sent, after which no error response may be written. */
  isBeingAnswered(socket: Socket): boolean {
    return [...this.responsesOf(socket)].some(({ headersSent }) => headersSent);
  }

  private responsesOf(socket: Socket): Set<ServerResponse> {
    let responses = this.responses.get(socket);
    if (!responses) {
      responses = new Set();
      this.responses.set(socket, responses);
    }
    return responses;
  }
}
