import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Serves on a free port of this machine; answers the URL. */
export async function listen(serve: RequestListener): Promise<string> {
  const server = createServer(serve);
  // Only the client ends an idle connection: on a busy machine both would, and a call would be lost between them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
