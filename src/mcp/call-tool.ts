import { randomUUID } from 'node:crypto';
import type { Call } from '../calls/call.js';
import type { CallNotes } from '../calls/call-notes.js';
import type { Operation } from '../calls/define.js';
import type { Invoke } from '../calls/invoke.js';
import { visibleError } from '../calls/visible-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import { extend } from '../domain/values/extend.js';
import { required } from '../domain/values/required.js';
import type { Log } from '../log.js';
import { type Confirmation, confirmIfNeeded } from './confirmation.js';
import type { McpCaller } from './mcp-caller.js';
import type { Person } from './person.js';
import { ProtocolError } from './protocol-error.js';
import type { ToolAnswer } from './protocol-server.js';
import { refusal } from './refusal.js';
import type { SealedState } from './sealed-state.js';
import { type Args, type ToolArguments, toolArguments } from './tool-arguments.js';
import { toolResult } from './tool-result.js';
import { IDEMPOTENCY_ARGUMENT } from './tools.js';

/** Calls the tools of a registry. */
export interface CallTool {
  find(name: string): Operation | undefined;
  readonly all: readonly Operation[];
  /**
   * Calls a tool. The person may be asked a question first.
   * @throws ProtocolError `internal_error`
   */
  call(operation: Operation, given: Args, speaker: McpCaller, person?: Person): Promise<ToolAnswer>;
}

interface Calling {
  readonly invoke: Invoke;
  readonly states: SealedState;
  readonly log: Log;
}

type Tools = ReadonlyMap<string, Operation>;

export function toolCaller(operations: readonly Operation[], calling: Calling): CallTool {
  const tools: Tools = new Map(operations.filter(({ mcp }) => mcp).map((operation) => [operation.name, operation]));
  return {
    find: (name) => tools.get(name),
    all: [...tools.values()],
    call: (operation, given, speaker, person) => callTool(operation, given, { speaker, person }, { tools, ...calling }),
  };
}

interface Conversation {
  readonly speaker: McpCaller;
  readonly person: Person | undefined;
}

async function callTool(
  operation: Operation,
  given: Args,
  { speaker, person }: Conversation,
  { tools, ...calling }: Calling & { readonly tools: Tools },
): Promise<ToolAnswer> {
  const { invoke, log } = calling;
  const started = performance.now();
  const notes: CallNotes = speaker.notes ?? { id: randomUUID() };
  notes.operation = operation.name;
  let scopes: Caller['scopes'] = new Set();
  const onCaller = (caller: Caller) => {
    notes.caller = caller.id;
    scopes = caller.scopes;
  };
  try {
    const sent = toolArguments(operation, given);
    const asks = operation.mcp?.asksPerson === true ? person : undefined;
    const decided = asks && (await askedFirst(asks, sent.read(), speaker, { tools, ...calling }));
    if (decided && 'question' in decided) {
      notes.outcome = 'asked';
      return decided.question;
    }
    const { answer } = await invoke(operation, extend(toolCall(sent, speaker, decided), { onCaller }));
    notes.outcome = 'ok';
    return toolResult(operation, answer.body, speaker.structured === true);
  } catch (error) {
    const known = visibleError(error, log, notes.id);
    notes.outcome = known.code;
    if (known.code === 'internal_error') throw new ProtocolError('internal_error', known.detail);
    return refusal(known, { operation, args: given, scopes, tools, acceptLanguage: speaker.acceptLanguage });
  } finally {
    if (!speaker.notes) logCall(log, notes, performance.now() - started);
  }
}

/** Asks the person first if the call needs their consent. */
function askedFirst(
  person: Person,
  args: Args,
  speaker: McpCaller,
  { tools, invoke, states }: Calling & { readonly tools: Tools },
): Promise<Confirmation> {
  const reader = required(tools.get('get_checkout'), 'get_checkout');
  const read = async (checkout_id: unknown) => {
    const sent = toolArguments(reader, checkout_id === undefined ? {} : { checkout_id });
    return (await invoke(reader, toolCall(sent, speaker))).answer;
  };
  return confirmIfNeeded(states, { args, person, caller: () => speaker.authenticate(), read });
}

/** Builds the call for `invoke`. `agreed` replaces its arguments with those that the person agreed to. */
function toolCall(
  { key, read }: ToolArguments,
  speaker: McpCaller,
  agreed?: { readonly args: Args; readonly ifMatch?: string },
): Call {
  return {
    byAgent: true,
    authenticate: () => speaker.authenticate(),
    readInput: async () => agreed?.args ?? read(),
    ifMatch: agreed?.ifMatch,
    idempotency: { name: IDEMPOTENCY_ARGUMENT, keys: key === undefined ? [] : [key] },
    acceptLanguage: speaker.acceptLanguage,
    ...(speaker.isGone && { isGone: speaker.isGone }),
  };
}

/** Logs a call over stdio. Over HTTP, the request itself is logged instead. */
function logCall(log: Log, { id, ...line }: CallNotes, milliseconds: number): void {
  log.info('call', { request_id: id, ...line, ms: Math.round(milliseconds * 10) / 10 });
}
