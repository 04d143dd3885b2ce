import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server on a free local port. Returns its URL. */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
