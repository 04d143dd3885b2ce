import { createServer, type RequestListener } from 'node:http';
import { listenLocally } from '../support/listen-locally.js';

/** Serves on a free port of this machine; answers the URL. */
export function listen(serve: RequestListener): Promise<string> {
  const server = createServer(serve);
  // Only the client ends an idle connection: on a busy machine both would, and a call would be lost between them.
  server.keepAliveTimeout = 0;
  return listenLocally(server);
}
