import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { PortalError } from '../domain/errors.js';
import type { Caller } from '../domain/tenant.js';
import { faultFields, type Log } from '../log.js';
import type { MakeMcpServer } from './server.js';

export interface McpEndpoint {
  readonly makeServer: MakeMcpServer;
  authenticate(request: IncomingMessage): Promise<Caller>;
  /** @throws PortalError `invalid_json`, `payload_too_large`, `unsupported_media_type` */
  readBody(request: Request, response: Response): Promise<unknown>;
  /** @throws PortalError `rate_limited` */
  assertWithinLimit(caller: Caller): void;
  /** Hostnames beside localhost that requests may name. */
  readonly allowedHosts: readonly string[];
  readonly log: Log;
}

/** Design 4.1 and the protocol: one endpoint, POST, both eras, stateless. */
export function mcpRouter(endpoint: McpEndpoint): { readonly router: Router; close(): Promise<void> } {
  const { log } = endpoint;
  const callers = new WeakMap<AuthInfo, Caller>();
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (!caller) throw new Error('an MCP request reached its server without a caller');
      const acceptLanguage = requestInfo?.headers.get('accept-language') ?? undefined;
      return endpoint.makeServer({ authenticate: async () => caller, acceptLanguage });
    },
    { onerror: (error) => log.debug('mcp_refused', { fault: error.message }) },
  );
  const serve = toNodeHandler(handler);
  const router = Router({ strict: true });
  router.use('/mcp', ...rebindingGuards(endpoint.allowedHosts));
  router.all('/mcp', async (request, response) => {
    const caller = await endpoint.authenticate(request);
    const auth: AuthInfo = { token: caller.id, clientId: caller.id, scopes: [...caller.scopes] };
    callers.set(auth, caller);
    const body = request.method === 'POST' ? await endpoint.readBody(request, response) : undefined;
    // A tool call is counted where every call is, so that it counts once.
    if (!isToolCall(body)) endpoint.assertWithinLimit(caller);
    await serve(Object.assign(request, { auth }), response, body);
  });
  router.use('/mcp', protocolErrors(log));
  return { router, close: () => handler.close() };
}

function isToolCall(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'method') === 'tools/call';
}

/** Against DNS rebinding: both before anything of the request is read. */
function rebindingGuards(allowedHosts: readonly string[]): RequestHandler[] {
  const names = [...localhostAllowedHostnames(), ...allowedHosts];
  return [hostHeaderValidation(names), originValidation(names)];
}

/** Errors of the endpoint itself as JSON-RPC, never a page. */
function protocolErrors(log: Log) {
  return (error: unknown, _request: IncomingMessage, response: ServerResponse, _next: () => void) => {
    const known = error instanceof PortalError ? error : undefined;
    if (!known) log.error('fault', faultFields(error));
    const code = known?.code ?? 'internal_error';
    if (known?.retryAfter !== undefined) response.setHeader('retry-after', known.retryAfter);
    if (code === 'unauthorized') response.setHeader('www-authenticate', 'Bearer realm="portal"');
    response.statusCode = known?.status ?? 500;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const message = known ? `${code}: ${known.detail}` : 'Internal error';
    const rpcCode = code === 'invalid_json' ? -32700 : known ? -32600 : -32603;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: rpcCode, message } }));
  };
}
