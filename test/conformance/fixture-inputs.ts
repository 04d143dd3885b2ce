import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { text } from './fixture-content.js';
import type { FixtureTool } from './fixture-tools.js';

const codec = createRequestStateCodec<number>({ key: randomBytes(32) });

const askFor = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });

const CONFIRM: InputRequests = {
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  }),
};

export const CONTEXT_REQUEST: InputRequests = {
  user_context: askFor('What context should the prompt use?', 'context'),
};

const NAME: InputRequests = { user_name: askFor('What is your name?', 'name') };

const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens });

const responses = ({ mcpReq }: ServerContext) => mcpReq.inputResponses ?? {};

/** Requests the inputs until each has a value, then returns them as text. */
const once =
  (requests: InputRequests): FixtureTool =>
  async (context) => {
    const given = responses(context);
    const missing = Object.keys(requests).filter((name) => !Object.hasOwn(given, name));
    if (missing.length > 0) return inputRequired({ inputRequests: requests });
    return { content: [text(JSON.stringify(given))] };
  };

/**
 * Returns the round from the state; 0 without a state.
 * @throws ProtocolError if the state was not issued by this server
 */
async function roundOf(context: ServerContext): Promise<number> {
  const state = context.mcpReq.requestState();
  if (state === undefined) return 0;
  try {
    return await codec.verify(String(state), context);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not valid');
  }
}

/** Requests input in rounds, whose number is sealed in the state, then returns the text `done`. */
const rounds =
  (done: string, ...requests: readonly InputRequests[]): FixtureTool =>
  async (context) => {
    const round = await roundOf(context);
    const inputRequests = requests[round];
    if (!inputRequests) return { content: [text(done)] };
    return inputRequired({ inputRequests, requestState: await codec.mint(round + 1, context) });
  };

/** Tools of the suite that request input from the client (2026-07-28). */
export const INPUT_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: async (context) => {
    const content = acceptedContent<{ name?: unknown }>(context.mcpReq.inputResponses, 'user_name');
    if (typeof content?.name !== 'string') return inputRequired({ inputRequests: NAME });
    return { content: [text(`Hello, ${content.name}!`)] };
  },
  test_input_required_result_sampling: once({ capital_question: sample('What is the capital of France?', 100) }),
  test_input_required_result_list_roots: once({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: rounds('state-ok', CONFIRM),
  test_input_required_result_tampered_state: rounds('state-ok', CONFIRM),
  test_input_required_result_multiple_inputs: rounds('Thank you.', {
    ...NAME,
    greeting: sample('Generate a greeting', 50),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: rounds(
    'Thank you.',
    { step1: askFor('Step 1: What is your name?', 'name') },
    { step2: askFor('Step 2: What is your favorite color?', 'color') },
  ),
  test_input_required_result_capabilities: async ({ mcpReq }) => {
    const declared: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
    const can = (what: string) => typeof declared === 'object' && declared !== null && what in declared;
    const inputRequests: InputRequests = {
      ...(can('elicitation') && NAME),
      ...(can('sampling') && { greeting: sample('Generate a greeting', 50) }),
      ...(can('roots') && { client_roots: inputRequired.listRoots() }),
    };
    return inputRequired({ inputRequests });
  },
  test_streaming_elicitation: once(NAME),
};
