import {
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { embedded, IMAGE, text } from './fixture-content.js';
import { CONTEXT_REQUEST } from './fixture-inputs.js';

type Args = Readonly<Record<string, string>>;
type FixturePrompt = (args: Args, context: ServerContext) => GetPromptResult | InputRequiredResult;

const said = (...content: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: content.map((one) => ({ role: 'user', content: one })),
});

const GET: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: () => said(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    said(
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: () => said(IMAGE, text('Please analyze the image above.')),
  test_input_required_result_prompt: (_args, { mcpReq }) =>
    Object.hasOwn(mcpReq.inputResponses ?? {}, 'user_context')
      ? said(text('Thank you.'))
      : inputRequired({ inputRequests: CONTEXT_REQUEST }),
};

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

export const PROMPTS = Object.keys(GET).map((name) => ({
  name,
  description: 'A prompt of the conformance suite',
  arguments: (ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, description: 'Any', required: true })),
}));

/** @throws ProtocolError if no prompt has this name */
export function fixturePrompt(name: string, args: Args, context: ServerContext) {
  const get = GET[name];
  if (!get) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt "${name}"`);
  return get(args, context);
}
