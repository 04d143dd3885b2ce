import { once } from 'node:events';
import { readConfig } from '../../../src/config.js';
import { makePortalServer } from '../../../src/server.js';
import { send } from '../../support/http-client.js';
import { NO_LOAD_LIMITS } from '../../support/no-load-limits.js';
import { startPortal, type TestPortal } from '../../support/portal.js';

/** A request that is sent to both endpoints. */
export interface Sent {
  /** Raw body. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response. Its message is the data of the stream's events, or the whole body. */
export interface Reply {
  readonly status: number;
  readonly message: string;
  readonly isStream: boolean;
  /** True if the response has a Content-Length, as every response of the fast path does. */
  readonly hasLength: boolean;
}

/** One portal with two endpoints: one with the fast path, one with only the SDK. */
export interface Doors {
  readonly portal: TestPortal;
  fast(sent: Sent): Promise<Reply>;
  sdk(sent: Sent): Promise<Reply>;
  close(): Promise<void>;
}

export async function openDoors(): Promise<Doors> {
  const portal = await startPortal();
  const config = readConfig({ PORTAL_DB: portal.database, ...NO_LOAD_LIMITS }, {});
  const noTool = { ...portal.app.callTool, find: () => undefined };
  const { server, close } = makePortalServer({ ...portal.app, callTool: noTool }, config);
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the second door has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    portal,
    fast: (sent) => replyOf(portal.url, portal.demo.deployment_key, sent),
    sdk: (sent) => replyOf(url, portal.demo.deployment_key, sent),
    async close() {
      server.closeAllConnections();
      await close();
      await new Promise((resolve) => server.close(resolve));
      await portal.close();
    },
  };
}

async function replyOf(url: string, key: string, sent: Sent): Promise<Reply> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...sent.headers };
  const { status, headers: answered, text } = await send(`${url}/mcp`, 'POST', headers, sent.text);
  const isStream = answered.get('content-type')?.startsWith('text/event-stream') ?? false;
  return {
    status,
    message: isStream ? eventsOf(text) : text,
    isStream,
    hasLength: answered.has('content-length'),
  };
}

/** Returns the data of the events in a stream, without keep-alive comments. */
function eventsOf(body: string): string {
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, data]) => data).join('\n');
}
