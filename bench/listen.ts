import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Serves on a free local port until SIGTERM, and prints its address to stdout for the benchmark to read. */
export async function listen(app: RequestListener): Promise<void> {
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
