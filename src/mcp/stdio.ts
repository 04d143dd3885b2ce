import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../log.js';
import type { MakeMcpServer, Speaker } from './server.js';

/** Serves MCP on this process's stdin and stdout, for clients of both protocol generations. Resolves when the client has disconnected. */
export async function serveOnStdio(
  makeServer: MakeMcpServer,
  speaker: Speaker,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => makeServer(speaker), {
    transport,
    onerror: (error) => log.debug('mcp_refused', { fault: error.message }),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}
