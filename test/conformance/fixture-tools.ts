import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AUDIO, embedded, IMAGE, text } from './fixture-content.js';

export type FixtureTool = (
  context: ServerContext,
  args: Readonly<Record<string, unknown>>,
) => Promise<CallToolResult | InputRequiredResult>;

const answer =
  (...content: CallToolResult['content']): FixtureTool =>
  async () => ({ content });

/** Interval that the suite requires between notifications, in milliseconds. */
const PAUSE = 50;

/** Tools of the suite that respond immediately, or send notifications while they run. */
export const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: answer(text('This is a simple text response for testing.')),
  test_image_content: answer(IMAGE),
  test_audio_content: answer(AUDIO),
  test_embedded_resource: answer(
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answer(
    text('Multiple content types test:'),
    IMAGE,
    embedded('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
  ),
  test_error_handling: async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(PAUSE);
    }
    return { content: [text('Done.')] };
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', line);
      await sleep(PAUSE);
    }
    return { content: [text('Done.')] };
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'Logged.');
    return { content: [text('Done.')] };
  },
  test_sampling: async ({ mcpReq }, { prompt }) => {
    const messages = [{ role: 'user' as const, content: text(String(prompt)) }];
    const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
    return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
  },
  test_missing_capability: async () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
};
