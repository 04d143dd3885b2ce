import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { refusalOf } from './consent.js';

/** URL and key that `npm start` prints. One key can buy for many buyers, each with their own carts. */
export const URL_OF_PORTAL = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';
export const HEADERS = { 'x-api-key': process.env.PORTAL_API_KEY ?? '', 'x-buyer-id': process.env.BUYER_ID ?? 'robin' };

/**
 * @typedef {{ readonly text: string, readonly isError: boolean }} Answer
 * @typedef {{
 *   readonly instructions: string,
 *   readonly tools: import('@modelcontextprotocol/client').Tool[],
 *   call(name: string, args: Record<string, unknown>): Promise<Answer>,
 *   close(): Promise<void>,
 * }} Portal
 */

/**
 * Connects to the portal's tools over MCP.
 * @returns {Promise<Portal>}
 */
export async function connect() {
  const client = new Client({ name: 'example-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const address = new URL('/mcp', URL_OF_PORTAL);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers: HEADERS } }));
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions() ?? '',
    tools,
    async call(name, args) {
      const refusal = refusalOf(name, args);
      if (refusal !== undefined) return told(name, { text: refusal, isError: true });
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      return told(name, { text, isError });
    },
    close: () => client.close(),
  };
}

/**
 * @param {string} name
 * @param {Answer} answer
 */
function told(name, answer) {
  console.log(`${answer.isError ? 'refused' : 'called '} ${name}`);
  return answer;
}
