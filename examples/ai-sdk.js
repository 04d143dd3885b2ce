import { createAnthropic } from '@ai-sdk/anthropic';
import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, stepCountIs } from 'ai';
import { scriptedMessages } from './scripted/messages-api.js';
import { refusalOf } from './shared/consent.js';
import { HEADERS, URL_OF_PORTAL } from './shared/portal.js';
import { INSTRUCTIONS, MODEL, MOST_TURNS, WISH } from './shared/task.js';

/** A purchase with the Vercel AI SDK: its own MCP client and loop. Any provider of the SDK can supply the model. */

const anthropic = createAnthropic(MODEL ? {} : { apiKey: 'none', fetch: scriptedMessages });
const portal = await createMCPClient({
  transport: { type: 'http', url: new URL('/mcp', URL_OF_PORTAL).href, headers: HEADERS },
});
const tools = withConsent(await portal.tools());

const { text } = await generateText({
  model: anthropic(MODEL ?? 'scripted'),
  system: INSTRUCTIONS,
  prompt: WISH,
  tools,
  maxOutputTokens: 4_096,
  stopWhen: stepCountIs(MOST_TURNS),
  onStepFinish: ({ toolResults }) => {
    for (const { toolName, output } of toolResults)
      console.log(`${isRefusal(output) ? 'refused' : 'called '} ${toolName}`);
  },
});
console.log(text);
await portal.close();

/**
 * Wraps the tools, so that the buyer's consent is checked before money is spent.
 * @param {Awaited<ReturnType<typeof portal.tools>>} all
 */
function withConsent(all) {
  for (const [name, one] of Object.entries(all)) {
    const { execute } = one;
    one.execute = (args, options) => {
      const text = refusalOf(name, args);
      return text === undefined ? execute(args, options) : { content: [{ type: 'text', text }], isError: true };
    };
  }
  return all;
}

/** @param {unknown} output */
function isRefusal(output) {
  return typeof output === 'object' && output !== null && 'isError' in output && output.isError === true;
}
