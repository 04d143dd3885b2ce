import { toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Log } from '../log.js';
import type { McpCaller } from './mcp-caller.js';
import type { MakeMcpServer } from './server.js';
import type { Streams } from './streams.js';

/** The request for the server's identity since 2026-07-28; older revisions use the handshake for that. */
const DISCOVER = 'server/discover';

interface SdkEndpointDeps {
  readonly makeServer: MakeMcpServer;
  readonly streams: Streams;
  readonly log: Log;
}

/** A request with its parsed body and its authenticated caller. */
interface Received {
  readonly request: HttpRequest;
  readonly body: unknown;
  readonly speaker: McpCaller;
  readonly caller: Caller;
}

/** Answers requests with the SDK, which checks everything about the protocol. */
export interface SdkEndpoint {
  answer(received: Received, response: HttpResponse): Promise<void>;
  /** Ends the open streams. */
  close(): Promise<void>;
}

export function sdkEndpoint({ makeServer, streams, log }: SdkEndpointDeps): SdkEndpoint {
  const served = new WeakMap<AuthInfo, McpCaller>();
  const handler = createMcpHandler(
    ({ authInfo, requestInfo, era }) => {
      const speaker = authInfo && served.get(authInfo);
      if (!speaker) throw new Error('an MCP request reached its server without a caller');
      return makeServer(speaker, era === 'legacy' || requestInfo?.headers.get('mcp-method') === DISCOVER);
    },
    {
      onerror: (error) => log.debug('mcp_refused', { fault: error.message }),
      maxSubscriptions: streams.most,
    },
  );
  const serve = toNodeHandler({
    fetch: async (request, options) => neverStored(await handler.fetch(request, options)),
  });
  return {
    async answer({ request, body, speaker, caller }, response) {
      const auth: AuthInfo = { token: caller.id, clientId: caller.id, scopes: [...caller.scopes] };
      served.set(auth, speaker);
      await serve(Object.assign(request, { auth }), response, body);
    },
    close: () => handler.close(),
  };
}

/** Forbids caching of a response that the SDK's own transport has built. */
function neverStored(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-store');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
