import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { limitedAddress } from '../calls/limited-address.js';
import type { Admission } from './admission.js';
import { readTrustedProxies } from './client.js';
import { closeInStages, rejectUnreadable } from './closing.js';
import { messageClasses } from './message-classes.js';
import { Pipelines } from './pipelines.js';

/** Interval in milliseconds between checks for requests that arrive too slowly. */
const CHECK_EVERY = 1_000;

interface Limits {
  readonly maxConnections: number;
  /** Maximum requests of one connection whose responses the client has not read yet. */
  readonly maxUnanswered: number;
  /** Time limit for receiving a request with its body. */
  readonly requestSeconds: number;
  /**
   * Time after which a connection with a request in flight is closed if it is idle: its client may never read the
   * response.
   */
  readonly stalledSeconds: number;
}

interface Listener {
  readonly server: Server;
  /** Number of connections closed because their clients did not read responses. */
  readonly stats: { readonly closed: number };
}

/** Creates the HTTP server of an app, with limits on its connections. */
export function makeListener(app: Express, admission: Admission, limits: Limits): Listener {
  const pipelines = new Pipelines(limits.maxUnanswered);
  const trusts = readTrustedProxies(app);
  const requestTimeout = limits.requestSeconds * 1000;
  const timing = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY };
  const server = createServer({ ...timing, ...messageClasses(app) }, (request, response) => {
    const { socket } = request;
    if (!pipelines.hasRoom(socket)) return;
    admission.begin(socket, response);
    pipelines.take(socket, { response, begin: () => app(request, response) });
  });
  server.timeout = limits.stalledSeconds * 1000;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    admission.connected(socket, trusts(remoteAddress, 0) ? undefined : limitedAddress(remoteAddress));
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => closeInStages(socket);
  });
  const unreadable = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const current = pipelines.currentOf(socket);
    const isReset = error.code === 'ECONNRESET';
    if (current?.headersSent) socket.destroy();
    else if (!current?.req.complete || isReset) rejectUnreadable(error, socket);
    else if (!unreadable.has(socket)) {
      // A later message is unreadable, so the current request gets its response first.
      unreadable.add(socket);
      current.once('close', () => rejectUnreadable(error, socket));
    }
  });
  // Reached only while no connection is idle; Node then drops new ones.
  server.maxConnections = 4 * limits.maxConnections;
  return { server, stats: pipelines.stats };
}
