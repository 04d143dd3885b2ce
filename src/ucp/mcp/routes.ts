import type { Request, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { type LoadedOnce, loadOnce } from '../../domain/values/load-once.js';
import { parseJsonBody } from '../../http/body.js';
import { header, readCredentials } from '../../http/credentials.js';
import { notesOf, sendJson } from '../../http/reply.js';
import type { Route } from '../../http/router.js';
import { opensStream } from '../../mcp/streams.js';
import { findRequestId, MODERN, parseToolCall, type ToolCall, toolCallResponse } from '../../mcp/tool-call.js';
import { type BindingDeps, callOperation, sendAnswer } from '../call-operation.js';
import { toRefusal } from '../refusal.js';
import { mcpPath } from '../site/published.js';
import type { ProtocolVersion } from '../versions/version.js';
import { rpcError } from './rpc-error.js';
import type { SdkEndpoint } from './sdk-endpoint.js';
import { UCP_SERVER_INFO } from './server-info.js';
import { buildInput, parseMeta } from './tool-input.js';

interface Endpoint extends BindingDeps {
  readonly version: ProtocolVersion;
  readonly sdk: LoadedOnce<SdkEndpoint>;
}

/**
 * Routes that serve each version's operations as MCP tools, over streamable HTTP without sessions (UCP, MCP Binding).
 */
export function mcpRoutes(deps: BindingDeps): { readonly routes: readonly Route[]; close(): Promise<void> } {
  const sdk = loadOnce(async () => (await import('./sdk-endpoint.js')).sdkEndpoint(deps));
  const routes = deps.versions
    .filter(({ transports }) => transports.includes('mcp'))
    .map(
      (version): Route => ({
        http: { method: 'any', path: mcpPath(version.date) },
        serve: (request, response) => answerMessage({ ...deps, version, sdk }, request, response),
      }),
    );
  return { routes, close: async () => (await sdk.ifLoaded())?.close() };
}

/**
 * Reads the body before authentication, because the body names the platform. A request without an API key is therefore
 * rate-limited by address before its body is read.
 */
async function answerMessage(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const { version, log, readBody, countOpen, streams, sdk } = endpoint;
  let body: unknown;
  response.setHeader('cache-control', 'no-store');
  try {
    if (readCredentials(request).key === undefined) countOpen(request);
    const bytes = request.method === 'POST' ? await readBody(request, response) : Buffer.alloc(0);
    if (request.method === 'POST') body = parseJsonBody(request, bytes, false);
    const call = parseToolCall(body);
    if (call) await answerCall(endpoint, call, bytes, request, response);
    else {
      if (opensStream(body)) streams.open(request, response);
      await (await sdk.get()).serve(request, response, body);
    }
  } catch (error) {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const notes = notesOf(request);
    const refusal = toRefusal(error, version, log, notes.id);
    notes.outcome = 'outcome' in refusal ? 'ok' : refusal.error.code;
    const id = findRequestId(body);
    if ('outcome' in refusal) {
      sendJson(response, 200, responseWith(request, id, refusal.outcome));
      return;
    }
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    sendJson(response, refusal.status, {
      jsonrpc: '2.0',
      id,
      error: rpcError(refusal.error, refusal.status, refusal.code),
    });
  }
}

async function answerCall(
  endpoint: Endpoint,
  call: ToolCall,
  bytes: Buffer,
  request: Request,
  response: Response,
): Promise<void> {
  const { operations, version } = endpoint;
  const operation = operations.find(({ name }) => name === call.name);
  if (!operation) {
    const names = operations.map(({ name }) => name).join(', ');
    throw new PortalError('invalid_request', `There is no such tool; this endpoint has ${names}.`);
  }
  const meta = parseMeta(call);
  const reply = await callOperation(endpoint, {
    operation,
    version,
    request,
    profile: () => meta.profile,
    // Requests without a key were counted before the body was read, so this counts only those with a key at an
    // unknown host.
    countOpen: () => (readCredentials(request).key === undefined ? undefined : endpoint.countOpen(request)),
    body: async () => bytes,
    input: () => buildInput(operation, call, meta),
    idempotency: {
      name: 'meta.idempotency-key',
      keys: meta.idempotencyKey === undefined ? [] : [meta.idempotencyKey],
    },
  });
  sendAnswer(endpoint, response, 200, responseWith(request, call.id, reply.answer.body), reply);
}

/** Tool result with the body both as structured content and as text. */
function responseWith(request: Request, id: string | number | null, body: unknown): object {
  const result = { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body };
  return toolCallResponse(id, result, header(request, 'mcp-protocol-version') === MODERN, UCP_SERVER_INFO);
}
