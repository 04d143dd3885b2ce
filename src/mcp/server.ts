import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { Call } from '../calls/call.js';
import type { CallNotes } from '../calls/call-notes.js';
import type { Operation } from '../calls/define.js';
import type { Invoke } from '../calls/invoke.js';
import { visibleError } from '../calls/visible-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import { required } from '../domain/values/required.js';
import type { Log } from '../log.js';
import { decideOrGoOn } from './confirmation.js';
import { understood } from './leniency/understood.js';
import type { Person } from './person.js';
import { type McpHandlers, protocolServer, type ToolAnswer } from './protocol-server.js';
import { refusal, unknownToolText } from './refusal.js';
import type { SealedState } from './sealed-state.js';
import { toolResult } from './tool-result.js';
import { IDEMPOTENCY_ARGUMENT, structuredToolLists, toolLists } from './tools.js';

/** The caller behind one MCP connection or request. */
export interface Speaker {
  /** @throws PortalError `unauthorized` when a key was revoked meanwhile */
  authenticate(): Promise<Caller>;
  readonly acceptLanguage?: string | undefined;
  /** True: output schemas are announced, and answers have structured content beside the text. */
  readonly structured?: boolean;
  /** Of the HTTP request that carries the call; absent on stdio, where each call is logged by itself. */
  readonly notes?: CallNotes;
}

export type MakeMcpHandlers = (speaker: Speaker) => McpHandlers;
export type MakeMcpServer = (speaker: Speaker, withIcon?: boolean) => Server;

/** Calls the tools of a registry. */
export interface CallTool {
  find(name: string): Operation | undefined;
  readonly names: readonly string[];
  /**
   * With a person, they may be asked something first.
   * @throws ProtocolError `internal_error`
   */
  call(operation: Operation, given: Args, speaker: Speaker, person?: Person): Promise<ToolAnswer>;
}

type Args = Readonly<Record<string, unknown>>;

/** What calls are made with. */
interface Calling {
  readonly invoke: Invoke;
  readonly states: SealedState;
  readonly log: Log;
}

export function toolCaller(operations: readonly Operation[], calling: Calling): CallTool {
  const tools: Tools = new Map(operations.filter(({ mcp }) => mcp).map((operation) => [operation.name, operation]));
  return {
    find: (name) => tools.get(name),
    names: [...tools.keys()],
    call: (operation, given, speaker, person) => callTool(operation, given, { speaker, person }, { tools, ...calling }),
  };
}

/**
 * The MCP adapter of the registry. Handlers serve one request (HTTP) or one connection (stdio); what is costly is created
 * here, once.
 */
export function mcpHandlers(
  operations: readonly Operation[],
  callTool: CallTool,
  publicUrl: () => string,
): MakeMcpHandlers {
  const lists = { plain: toolLists(operations), structured: structuredToolLists(operations) };
  return (speaker) => ({
    scopes: async () => (await speaker.authenticate()).scopes,
    publicUrl: async () => publicUrl(),
    async listTools() {
      const { scopes } = await speaker.authenticate();
      const listFor = speaker.structured ? lists.structured : lists.plain;
      return listFor(scopes);
    },
    async callTool({ name, arguments: given }, person) {
      const operation = callTool.find(name);
      if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownToolText(name, callTool.names));
      return callTool.call(operation, given ?? {}, speaker, person);
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
  given: Args,
  { speaker, person }: { readonly speaker: Speaker; readonly person: Person | undefined },
  calling: Calling & { readonly tools: Tools },
): Promise<ToolAnswer> {
  const { tools, invoke, states, log } = calling;
  const askedFirst = (person: Person) => {
    assertStrict(given);
    const args = understood(operation, given);
    return decideOrGoOn(states, { args, person, caller: () => speaker.authenticate(), read: () => read(args) });
  };
  const read = async ({ checkout_id }: Args) => {
    const reader = required(tools.get('get_checkout'), 'get_checkout');
    return (await invoke(reader, toolCall(reader, checkout_id === undefined ? {} : { checkout_id }, speaker))).answer;
  };
  const started = performance.now();
  const notes: CallNotes = speaker.notes ?? { id: randomUUID() };
  notes.operation = operation.name;
  let scopes: Caller['scopes'] = new Set();
  const onCaller = (caller: Caller) => {
    notes.caller = caller.id;
    scopes = caller.scopes;
  };
  try {
    const decided = operation.mcp?.asksPerson && person ? await askedFirst(person) : { args: given };
    if ('question' in decided) {
      notes.outcome = 'asked';
      return decided.question;
    }
    const { args, ...condition } = decided;
    const { answer } = await invoke(operation, { ...toolCall(operation, args, speaker), ...condition, onCaller });
    notes.outcome = 'ok';
    return toolResult(operation, answer.body, speaker.structured === true);
  } catch (error) {
    const known = visibleError(error, log, notes.id);
    notes.outcome = known.code;
    if (known.code === 'internal_error') throw new ProtocolError(ProtocolErrorCode.InternalError, known.detail);
    return refusal(known, { operation, args: given, scopes, tools });
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
    byAgent: true,
    authenticate: () => speaker.authenticate(),
    readInput: async () => {
      assertKey(key);
      assertStrict(args);
      return understood(operation, args);
    },
    idempotency: { name: IDEMPOTENCY_ARGUMENT, keys: typeof key === 'string' ? [key] : [] },
    acceptLanguage: speaker.acceptLanguage,
  };
}

/** An empty key is none, as with every optional member. */
function withoutKey({ [IDEMPOTENCY_ARGUMENT]: sent, ...args }: Readonly<Record<string, unknown>>) {
  return { key: sent === null || sent === '' ? undefined : sent, args };
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
