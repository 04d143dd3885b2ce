import { once } from 'node:events';
import { createServer } from 'node:http';
import type { PortalApp } from '../app.js';
import { type Config, listeningUrl } from '../config.js';
import { loadOnce } from '../domain/values/load-once.js';

/** Loopback only: the people who open these links use this machine. */
const HOST = '127.0.0.1';
/** Enough for a buyer's browser with several tabs. */
const MAX_CONNECTIONS = 64;

/** The server of a stdio process for buyer's pages. */
export interface OwnPages {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the buyer's pages on a free port, so that links to them work even if no other process serves them. HTTP
 * modules load on the first request, since most clients never open a page. Returns `undefined` if this process may not
 * listen.
 */
export async function serveOwnPages(app: PortalApp, config: Config): Promise<OwnPages | undefined> {
  const pages = loadOnce(async () => (await import('../server.js')).makePortalServer(app, config));
  const server = createServer((request, response) => {
    pages.get().then(
      ({ http }) => http(request, response),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(0, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    app.log.warn('no_pages', { fault: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
  // The client decides when the process ends, so the server must not keep it alive.
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: listeningUrl(HOST, port),
    async close() {
      server.close();
      server.closeAllConnections();
      await (await pages.ifLoaded())?.close();
    },
  };
}
