import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { Admission } from './admission.js';
import { closeInStages, isOver, refuseUnreadable } from './closing.js';
import { ConnectionTurns } from './connection-turns.js';
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
  const turns = new ConnectionTurns();
  const requestTimeout = limits.requestSeconds * 1000;
  const timing = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY };
  const server = createServer({ ...timing, ...messageClasses(app) }, (request, response) => {
    const { socket } = request;
    if (unanswered.count(socket, response)) turns.take(socket, () => app(request, response));
  });
  server.timeout = limits.stalledSeconds * 1000;
  server.on('connection', (socket: Socket) => {
    admission.connected(socket);
    // Node calls it after an answer that is the last of its connection.
    socket.destroySoon = () => closeInStages(socket);
  });
  server.on('clientError', (error, socket: Socket) => {
    if (unanswered.isBeingAnswered(socket)) socket.destroy();
    else refuseUnreadable(error, socket);
  });
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
  private readonly responses = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(most: number) {
    this.most = most;
  }

  /** False: there are too many, and the connection is closed; or it has had its last answer. */
  count(socket: Socket, response: ServerResponse): boolean {
    if (isOver(socket)) return false;
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

  /** Nothing else may be written then. */
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
