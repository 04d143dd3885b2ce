import { type Request, type Response, Router } from 'express';
import type { CallNotes } from '../calls/call-notes.js';
import type { Operation } from '../calls/define.js';
import { errorHeaders, visibleError } from '../calls/visible-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller, Scope } from '../domain/tenant/tenant.js';
import { loadOnce } from '../domain/values/load-once.js';
import type { Log } from '../log.js';
import type { CallTool } from './call-tool.js';
import { answerPlainCall } from './fast-path.js';
import type { McpCaller } from './mcp-caller.js';
import { readMember } from './read-member.js';
import { rebindingGuard } from './rebinding-guard.js';
import type { MakeMcpServer } from './server.js';
import { opensStream, type Streams } from './streams.js';

interface McpEndpoint {
  readonly makeServer: MakeMcpServer;
  /** Calls tools. Each call counts against the rate limit separately. */
  readonly callTool: CallTool;
  /** Authenticates a request to the endpoint at `path`, which is the audience of its access tokens. */
  authenticate(request: Request, path: string): Promise<Caller>;
  /**
   * Returns the `WWW-Authenticate` header of a rejected request, which tells a client where to get an access token;
   * `undefined` to send the usual one.
   */
  challenge(path: string, request: Request, status: number, missingScope?: Scope): string | undefined;
  /** @throws PortalError `invalid_json`, `payload_too_large`, `unsupported_media_type` */
  readBody(request: Request, response: Response): Promise<unknown>;
  notesOf(request: Request): CallNotes;
  /** @throws PortalError `rate_limited` */
  assertWithinLimit(caller: Caller): void;
  readonly streams: Streams;
  /** Hostnames that requests may name, besides localhost. */
  allowedHosts(): Promise<readonly string[]>;
  readonly log: Log;
}

/** Maximum messages per request. Each tool call among them runs separately. */
const MAX_BATCH = 20;

/**
 * Creates the single stateless endpoint for POST, which serves clients of both protocol generations (docs/mcp.md, The
 * endpoint). The SDK is loaded with the first message that needs it, since it takes 7 MB with its schemas and the parts
 * of Node that it uses.
 */
export function mcpRouter(endpoint: McpEndpoint): { readonly router: Router; close(): Promise<void> } {
  const sdk = loadOnce(async () => (await import('./sdk-endpoint.js')).sdkEndpoint(endpoint));
  const router = Router({ strict: true });
  router.use('/mcp', (_request, response, next) => {
    response.setHeader('cache-control', 'no-store');
    next();
  });
  router.use(
    '/mcp',
    rebindingGuard(() => endpoint.allowedHosts()),
  );
  router.all(PATHS, async (request, response) => {
    const caller = await endpoint.authenticate(request, request.path);
    assertOfDeployment(caller, request.params.deployment);
    const notes = endpoint.notesOf(request);
    notes.caller = caller.id;
    const speaker: McpCaller = {
      authenticate: async () => caller,
      acceptLanguage: request.headers['accept-language'],
      isGone: () => request.socket.destroyed,
      structured: asksForStructure(request.url),
      notes,
    };
    const body = request.method === 'POST' ? await endpoint.readBody(request, response) : undefined;
    // A tool call is counted like every call of an operation, so only other messages are counted here.
    for (const message of messagesOf(body))
      if (!isToolCall(message, endpoint.callTool)) endpoint.assertWithinLimit(caller);
    assertBatch(body);
    if (caller.by_grant) assertInScope(body, caller, endpoint.callTool);
    if (await answerPlainCall(endpoint.callTool, { request, body, speaker }, response)) return;
    if (opensStream(body)) endpoint.streams.open(request, response);
    await (await sdk.get()).answer({ request, body, speaker, caller }, response);
  });
  router.use('/mcp', protocolErrors(endpoint));
  return { router, close: async () => (await sdk.ifLoaded())?.close() };
}

/** The endpoint of any deployment, by its key, and that of each deployment. */
const PATHS = ['/mcp', '/mcp/:deployment'];

/** A call outside the scopes of a grant. */
class MissingScope extends PortalError {
  readonly scope: Scope;

  constructor(scope: Scope) {
    super('forbidden', `This access token lacks the scope "${scope}".`);
    this.scope = scope;
  }
}

/** @throws PortalError `unauthorized` for a key of another deployment */
function assertOfDeployment({ deployment }: Caller, named: unknown): void {
  if (named === undefined || deployment?.id === named) return;
  throw new PortalError('unauthorized', 'The API key is not for the deployment that the address names.');
}

/**
 * Rejects a call of a tool outside the scopes of a grant with 403, so that the client can ask the person for more. A
 * key's scopes never change, so its calls get a tool's error.
 * @throws PortalError `forbidden`
 */
function assertInScope(body: unknown, { scopes }: Caller, tools: CallTool): void {
  for (const message of messagesOf(body)) {
    const scope = calledTool(message, tools)?.scope;
    if (scope !== undefined && !scopes.has(scope)) throw new MissingScope(scope);
  }
}

/**
 * `/mcp?structured=1` is for clients that run code (docs/mcp.md, Answers). Other parameters belong to other programs
 * and are ignored.
 * @throws PortalError `invalid_request`
 */
function asksForStructure(url: string): boolean {
  const start = url.indexOf('?');
  const [value = '0', ...more] = start < 0 ? [] : new URLSearchParams(url.slice(start)).getAll('structured');
  if (more.length === 0 && (value === '0' || value === '1')) return value === '1';
  throw new PortalError('invalid_request', 'structured: must be 1 and sent once; omit it for text alone');
}

/**
 * Returns the messages of a batch (JSON-RPC 2.0, 6), or the only message. A batch that is rejected as a whole counts as
 * one message.
 */
function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) && body.length > 0 && body.length <= MAX_BATCH ? body : [body];
}

/** @throws PortalError `invalid_request` */
function assertBatch(body: unknown): void {
  if (!Array.isArray(body) || body.length <= MAX_BATCH) return;
  const detail = `A batch holds at most ${MAX_BATCH} messages; this one has ${body.length}.`;
  throw new PortalError('invalid_request', detail);
}

function isToolCall(body: unknown, tools: CallTool): boolean {
  return calledTool(body, tools) !== undefined;
}

function calledTool(body: unknown, tools: CallTool): Operation | undefined {
  const method = readMember(body, 'method');
  const name = readMember(readMember(body, 'params'), 'name');
  return method === 'tools/call' && typeof name === 'string' ? tools.find(name) : undefined;
}

/** Reports errors of the endpoint itself as JSON-RPC, never as a page. */
function protocolErrors({ log, notesOf, challenge }: McpEndpoint) {
  return (error: unknown, request: Request, response: Response, _next: () => void) => {
    const notes = notesOf(request);
    const known = visibleError(error, log, notes.id);
    notes.outcome = known.code;
    const code = RPC_CODES[known.code] ?? -32600;
    const body = { jsonrpc: '2.0', id: null, error: { code, message: `${known.code}: ${known.detail}` } };
    const missing = error instanceof MissingScope ? error.scope : undefined;
    const path = `${request.baseUrl}${request.path}`.replace(/\/$/, '');
    const authenticate = challenge(path, request, known.status, missing);
    if (authenticate !== undefined) response.set({ ...errorHeaders(known), 'www-authenticate': authenticate });
    else response.set(errorHeaders(known));
    response.status(known.status).json(body);
  };
}

/** JSON-RPC 2.0, 5.1: parse error and internal error. Every other error is an invalid request. */
const RPC_CODES: Readonly<Record<string, number>> = { invalid_json: -32700, internal_error: -32603 };
