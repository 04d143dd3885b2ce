import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { limitedAddress } from '../calls/limited-address.js';
import type { Admission } from './admission.js';
import { readTrustedProxies } from './client.js';
import { closeInStages, isConnectionOver, rejectUnreadable } from './closing.js';
import { ConnectionTurns } from './connection-turns.js';
import { messageClasses } from './message-classes.js';

/** Interval between two checks for requests that arrive too slowly, in milliseconds. */
const CHECK_EVERY = 1_000;

interface Limits {
  readonly maxConnections: number;
  /** Maximum requests of one connection whose responses it has not read. */
  readonly maxUnanswered: number;
  /** Time limit for receiving a request with its body. */
  readonly requestSeconds: number;
  /** Idle limit of a connection with a request in flight: its client may never read the response. */
  readonly stalledSeconds: number;
}

interface Listener {
  readonly server: Server;
  /** Connections closed because they did not read their responses. */
  readonly stats: { readonly closed: number };
}

/** The HTTP server of an app, with limits on its connections. */
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
  // Reached only if no connection is idle: Node drops the rest.
  server.maxConnections = 4 * limits.maxConnections;
  return { server, stats: unanswered.stats };
}

/**
 * Node parses all pipelined requests and keeps each response until the earlier ones are read. Without a limit, a client
 * that sends and never reads would fill the memory.
 */
class Unanswered {
  readonly stats = { closed: 0 };
  private readonly most: number;
  private readonly responses = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(most: number) {
    this.most = most;
  }

  /** False if there are too many, which closes the connection, or if it has had its last response. */
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

  /** Nothing may be written after this. */
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
