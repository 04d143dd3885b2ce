import Anthropic from '@anthropic-ai/sdk';
import { scriptedMessages } from './scripted/messages-api.js';
import { connect } from './shared/portal.js';
import { INSTRUCTIONS, MODEL, MOST_TURNS, WISH } from './shared/task.js';

/** A purchase by Claude, with its SDK. The program calls the tools that the model names, until the model names none. */

const anthropic = MODEL ? new Anthropic() : new Anthropic({ apiKey: 'none', fetch: scriptedMessages });
const portal = await connect();

/** @type {Anthropic.Tool[]} */
const tools = portal.tools.map(({ name, description, inputSchema }) => ({
  name,
  ...(description !== undefined && { description }),
  input_schema: { ...inputSchema, required: inputSchema.required ?? [] },
}));

/** @type {Anthropic.MessageParam[]} */
const messages = [{ role: 'user', content: WISH }];

for (let turn = 0; turn < MOST_TURNS; turn += 1) {
  const { content, stop_reason } = await anthropic.messages.create({
    model: MODEL ?? 'scripted',
    max_tokens: 4_096,
    system: `${INSTRUCTIONS}\n\n${portal.instructions}`,
    tools,
    messages,
  });
  messages.push({ role: 'assistant', content });
  for (const block of content) if (block.type === 'text') console.log(block.text);
  if (stop_reason !== 'tool_use') break;
  messages.push({ role: 'user', content: await resultsOf(content) });
}
await portal.close();

/**
 * Calls the tools one after the other, since calls on one cart depend on each other.
 * @param {Anthropic.ContentBlock[]} content
 */
async function resultsOf(content) {
  /** @type {Anthropic.ToolResultBlockParam[]} */
  const results = [];
  for (const block of content) {
    if (block.type !== 'tool_use') continue;
    const { text, isError } = await portal.call(block.name, asArguments(block.input));
    results.push({ type: 'tool_result', tool_use_id: block.id, content: text, is_error: isError });
  }
  return results;
}

/**
 * @param {unknown} input
 * @returns {Record<string, unknown>}
 */
function asArguments(input) {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
