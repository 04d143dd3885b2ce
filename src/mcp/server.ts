import { randomUUID } from 'node:crypto';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Call } from '../calls/call.js';
import type { CallNotes } from '../calls/call-notes.js';
import type { Operation } from '../calls/define.js';
import type { Invoke } from '../calls/invoke.js';
import { visibleError } from '../calls/visible-error.js';
import { ERRORS, PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Log } from '../log.js';
import { VERSION } from '../version.js';
import { IDEMPOTENCY_ARGUMENT, toolLists } from './tools.js';
import { serveCartView } from './view/cart-view.js';

/** The caller behind one MCP connection or request. */
export interface Speaker {
  /** @throws PortalError `unauthorized` when a key was revoked meanwhile */
  authenticate(): Promise<Caller>;
  readonly acceptLanguage?: string | undefined;
  /** Of the HTTP request that carries the call; absent on stdio, where each call is logged by itself. */
  readonly notes?: CallNotes;
}

export type MakeMcpServer = (speaker: Speaker) => Server;

const INSTRUCTIONS = `A shop. Amounts are integers of minor units (1999 = 19.99).
To buy: search_catalog, get_cart, add_line_items, set_buyer, set_destination, list_fulfillment_methods, select_fulfillment. \
Every answer is the whole checkout: messages says what is missing, and status tells the state of the checkout. \
At ready_for_complete, show the total to the buyer; with their consent call complete_checkout with that total as expected_total. \
At requires_escalation, give the buyer continue_url. \
To prove what you did: get_receipt_context, sign, submit_receipt. An error names the field, the fix and the tool to call next.`;

/**
 * The MCP adapter of the registry. A server instance serves one request (HTTP) or one connection
 * (stdio); what is costly is created here, once. The low-level Server is used on purpose: the registry
 * is the only validator, so that all surfaces refuse with the same words.
 */
export function mcpServers(
  operations: readonly Operation[],
  invoke: Invoke,
  log: Log,
  publicUrl: () => string,
): MakeMcpServer {
  const listFor = toolLists(operations);
  const tools: Tools = new Map(operations.filter(({ mcp }) => mcp).map((operation) => [operation.name, operation]));
  return (speaker) => {
    const server = new Server(
      { name: 'commerce', title: 'Commerce and Attestation Portal', version: VERSION },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
          'resources/list': { ttlMs: 300_000, cacheScope: 'public' },
          'resources/read': { ttlMs: 300_000, cacheScope: 'public' },
        },
      },
    );
    server.setRequestHandler('tools/list', async () => {
      const { scopes } = await speaker.authenticate();
      return { tools: listFor(scopes).map((tool) => ({ ...tool })) };
    });
    server.setRequestHandler('tools/call', ({ params }) => {
      const operation = tools.get(params.name);
      if (!operation)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${params.name.slice(0, 64)}"`);
      return callTool(operation, params.arguments ?? {}, speaker, { tools, invoke, log });
    });
    serveCartView(server, publicUrl);
    return server;
  };
}

type Tools = ReadonlyMap<string, Operation>;

async function callTool(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  speaker: Speaker,
  { tools, invoke, log }: { readonly tools: Tools; readonly invoke: Invoke; readonly log: Log },
): Promise<CallToolResult> {
  const started = performance.now();
  const notes: CallNotes = speaker.notes ?? { id: randomUUID() };
  notes.operation = operation.name;
  let scopes: Caller['scopes'] = new Set();
  const onCaller = (caller: Caller) => {
    notes.caller = caller.id;
    scopes = caller.scopes;
  };
  try {
    const { answer } = await invoke(operation, { ...toolCall(operation, given, speaker), onCaller });
    notes.outcome = 'ok';
    return toolResult(answer.body);
  } catch (error) {
    const known = visibleError(error, log, notes.id);
    notes.outcome = known.code;
    if (known.code === 'internal_error') throw new ProtocolError(ProtocolErrorCode.InternalError, known.detail);
    return refusal(known, (tool) => scopes.has(tools.get(tool)?.scope ?? 'buyer'));
  } finally {
    if (!speaker.notes) logCall(log, notes, performance.now() - started);
  }
}

/** Logs a call on stdio; over HTTP, the request is logged. */
function logCall(log: Log, { id, ...line }: CallNotes, milliseconds: number): void {
  log.info('call', { request_id: id, ...line, ms: Math.round(milliseconds * 10) / 10 });
}

function toolCall(operation: Operation, given: Readonly<Record<string, unknown>>, speaker: Speaker): Call {
  const { key: sent, args } = withoutKey(given);
  // A read is repeatable as it is: a key that is sent with one is ignored, whatever it is (docs/api.md, Repeats).
  const key = operation.effect === 'read' ? undefined : sent;
  return {
    authenticate: () => speaker.authenticate(),
    readInput: async () => {
      assertKey(key);
      assertStrict(args);
      operation.assertAgentInput(args);
      return args;
    },
    idempotency: { name: IDEMPOTENCY_ARGUMENT, keys: typeof key === 'string' ? [key] : [] },
    acceptLanguage: speaker.acceptLanguage,
  };
}

function withoutKey({ [IDEMPOTENCY_ARGUMENT]: key, ...args }: Readonly<Record<string, unknown>>) {
  return { key, args };
}

function assertKey(key: unknown): void {
  if (key === undefined || typeof key === 'string') return;
  throw new PortalError('invalid_request', `${IDEMPOTENCY_ARGUMENT}: expected string`);
}

/** Deepest nesting of arguments, as of a body over HTTP. */
const MAX_DEPTH = 64;

/**
 * Refuses what the reader of HTTP bodies refuses, and a parser accepts. On stdio the depth was not checked before, so
 * the walk has its own list: no depth overflows the stack.
 */
function assertStrict(args: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: args, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') assertWellFormed(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw notStrict(`they are nested deeper than ${MAX_DEPTH}`);
    for (const [name, member] of Object.entries(value)) {
      assertWellFormed(name);
      waiting.push({ value: member, depth: depth + 1 });
    }
  }
}

function assertWellFormed(text: string): void {
  if (!text.isWellFormed()) throw notStrict('a string holds half a surrogate pair');
}

function notStrict(why: string): PortalError {
  return new PortalError('invalid_json', `The arguments must be strict JSON; ${why}.`);
}

/** Many clients show the model only one of text and structured content, so both have the same content. */
function toolResult(body: unknown): CallToolResult {
  if (typeof body !== 'object' || body === null) throw new Error('an answer is an object');
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: { ...body } };
}

/**
 * A refusal the model can act on; without structuredContent, which 1.x clients would validate. The tool to call next is
 * named only where the key may call it.
 */
function refusal({ code, detail }: PortalError, mayCall: (tool: string) => boolean): CallToolResult {
  const row: { readonly fix: string; readonly next?: string } = ERRORS[code];
  const next = row.next !== undefined && mayCall(row.next) ? `${row.fix} Call ${row.next}.` : row.fix;
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: code, detail, next }) }] };
}
