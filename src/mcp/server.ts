import { randomUUID } from 'node:crypto';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { CallNotes } from '../calls/call-notes.js';
import type { Operation } from '../calls/define.js';
import type { Call, Invoke } from '../calls/invoke.js';
import { visibleError } from '../calls/visible-error.js';
import { ERRORS, PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Log } from '../log.js';
import { type McpHandlers, protocolServer } from './protocol-server.js';
import { IDEMPOTENCY_ARGUMENT, toolLists } from './tools.js';

/** Who speaks over one MCP connection or request. */
export interface Speaker {
  /** @throws PortalError `unauthorized` when a key was revoked meanwhile */
  authenticate(): Promise<Caller>;
  readonly acceptLanguage?: string | undefined;
  /** Of the HTTP request that carries the call; absent on stdio, where each call is logged by itself. */
  readonly notes?: CallNotes;
}

export type MakeMcpHandlers = (speaker: Speaker) => McpHandlers;
export type MakeMcpServer = (speaker: Speaker, withIcon?: boolean) => Server;

/**
 * The MCP face of the registry. Handlers serve one request (HTTP) or one connection (stdio); what is costly is made here,
 * once.
 */
export function mcpHandlers(operations: readonly Operation[], invoke: Invoke, log: Log): MakeMcpHandlers {
  const listFor = toolLists(operations);
  const tools: Tools = new Map(operations.filter(({ mcp }) => mcp).map((operation) => [operation.name, operation]));
  return (speaker) => ({
    scopes: async () => (await speaker.authenticate()).scopes,
    async listTools() {
      const { scopes } = await speaker.authenticate();
      return listFor(scopes);
    },
    async callTool({ name, arguments: given }) {
      const operation = tools.get(name);
      if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${name.slice(0, 64)}"`);
      return callTool(operation, given ?? {}, speaker, { tools, invoke, log });
    },
  });
}

/** A server instance serves one request over HTTP. */
export function mcpServers(handlersFor: MakeMcpHandlers): MakeMcpServer {
  return (speaker, withIcon) => {
    const handlers = handlersFor(speaker);
    return protocolServer((question) => question(handlers), withIcon);
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

/** Over HTTP the request has a line of its own. */
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
 * What over HTTP the reader of bodies refuses, and a parser lets through. On stdio nobody has looked before, so the walk
 * has a list of its own: no depth ends the stack.
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

/** Many clients show the model only one of the two, so both say the same. */
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
