import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where a connection breaks: before the server hears of the COMMIT, or after it, and before the client hears of its end. */
export type Cut = 'before the commit' | 'after the commit';

/** Stands between a portal and its database, and breaks connections when it is told to. */
export interface CuttingProxy {
  /** The URL of the database by way of the proxy. */
  readonly url: string;
  /** How many connections were broken. */
  readonly cuts: number;
  /** The next COMMIT of any connection is cut there. */
  cutNext(where: Cut): void;
  /** Breaks all connections and takes no new ones, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function cuttingProxy(database: string): Promise<CuttingProxy> {
  const target = new URL(database);
  const state: { next: Cut | undefined; cuts: number } = { next: undefined, cuts: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let isDeaf = false;
    client.on('data', (bytes) => {
      const cut = bytes.includes('COMMIT') ? state.next : undefined;
      if (cut === undefined) return void upstream.write(bytes);
      state.next = undefined;
      state.cuts += 1;
      if (cut === 'before the commit') return end();
      isDeaf = true;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isDeaf) end();
      else client.write(bytes);
    });
    client.on('close', end);
    upstream.on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a proxy without a port');
  const url = new URL(database);
  url.port = String(address.port);
  return {
    url: url.href,
    get cuts() {
      return state.cuts;
    },
    cutNext: (where) => {
      state.next = where;
    },
    async pause() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    async resume() {
      server.listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
