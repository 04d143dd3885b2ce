import { createServer, type RequestListener } from 'node:http';
import { listenLocally } from '../support/listen-locally.js';

/** Serves on a free local port. Returns the URL. */
export function listen(serve: RequestListener): Promise<string> {
  const server = createServer(serve);
  // Only the client closes idle connections: if both sides did, a call could be lost on a busy machine.
  server.keepAliveTimeout = 0;
  return listenLocally(server);
}
