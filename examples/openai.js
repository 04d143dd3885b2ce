import OpenAI from 'openai';
import { scriptedResponses } from './scripted/responses-api.js';
import { connect } from './shared/portal.js';
import { INSTRUCTIONS, MODEL, MOST_TURNS, WISH } from './shared/task.js';

/** A purchase by a model of OpenAI, with its SDK and the Responses API. */

const openai = MODEL ? new OpenAI() : new OpenAI({ apiKey: 'none', fetch: scriptedResponses });
const portal = await connect();

/** @type {OpenAI.Responses.FunctionTool[]} */
const tools = portal.tools.map(({ name, description, inputSchema }) => ({
  type: 'function',
  name,
  description: description ?? null,
  parameters: inputSchema,
  // Strict mode allows only required members; these tools have optional ones.
  strict: false,
}));

/** @type {OpenAI.Responses.ResponseInput} */
const input = [{ role: 'user', content: WISH }];

for (let turn = 0; turn < MOST_TURNS; turn += 1) {
  const { output, output_text } = await openai.responses.create({
    model: MODEL ?? 'scripted',
    instructions: `${INSTRUCTIONS}\n\n${portal.instructions}`,
    tools,
    input,
    // Nothing is stored at the provider, since the whole conversation is sent with each turn.
    store: false,
    include: ['reasoning.encrypted_content'],
  });
  input.push(...output);
  if (output_text !== '') console.log(output_text);
  const calls = output.filter((item) => item.type === 'function_call');
  if (calls.length === 0) break;
  for (const { call_id, name, arguments: args } of calls) {
    const { text } = await portal.call(name, JSON.parse(args));
    input.push({ type: 'function_call_output', call_id, output: text });
  }
}
await portal.close();
