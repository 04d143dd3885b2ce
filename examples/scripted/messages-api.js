import { nextStep } from './shopper.js';

/** @typedef {{ readonly type: string, readonly content: string | readonly { readonly text?: string }[] }} Block */

/**
 * Stands for `POST /v1/messages` of the Anthropic API, so that the SDK and its loop run as they do with a real model.
 * @type {typeof fetch}
 */
export const scriptedMessages = async (_url, init) => {
  const { messages, tools } = JSON.parse(String(init?.body));
  /** @type {Block[]} */
  const blocks = messages.flatMap((/** @type {{ content: unknown }} */ { content }) =>
    Array.isArray(content) ? content : [],
  );
  const answers = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
  const step = nextStep(answers);
  if ('tool' in step) assertOffered(step.tool, tools);
  return Response.json({
    id: `msg_${answers.length}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      'tool' in step
        ? { type: 'tool_use', id: `toolu_${answers.length}`, name: step.tool, input: step.args }
        : { type: 'text', text: step.say },
    ],
    stop_reason: 'tool' in step ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  });
};

/**
 * Returns the text of a result, whose content is a text or a list of blocks.
 * @param {Block['content']} content
 */
function textOf(content) {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

/**
 * @param {string} name
 * @param {readonly { readonly name: string }[]} tools
 */
function assertOffered(name, tools) {
  if (!tools.some((tool) => tool.name === name)) throw new Error(`the model was not offered ${name}`);
}
