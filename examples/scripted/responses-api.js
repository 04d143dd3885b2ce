import { nextStep } from './shopper.js';

/**
 * Stands for `POST /v1/responses` of the OpenAI API.
 * @type {typeof fetch}
 */
export const scriptedResponses = async (_url, init) => {
  const { input, tools } = JSON.parse(String(init?.body));
  /** @type {string[]} */
  const answers = input.flatMap((/** @type {{ type?: string, output?: string }} */ item) =>
    item.type === 'function_call_output' ? [item.output ?? ''] : [],
  );
  const step = nextStep(answers);
  if ('tool' in step && !tools.some((/** @type {{ name: string }} */ { name }) => name === step.tool))
    throw new Error(`the model was not offered ${step.tool}`);
  return Response.json({
    id: `resp_${answers.length}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'scripted',
    output: [
      'tool' in step
        ? {
            type: 'function_call',
            id: `fc_${answers.length}`,
            call_id: `call_${answers.length}`,
            name: step.tool,
            arguments: JSON.stringify(step.args),
            status: 'completed',
          }
        : {
            type: 'message',
            id: `msg_${answers.length}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: step.say, annotations: [] }],
          },
    ],
  });
};
