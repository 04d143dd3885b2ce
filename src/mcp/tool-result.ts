import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../calls/define.js';

/**
 * Builds the result of a call (docs/mcp.md, Answers). It is text only, since clients show the model the text, the
 * structured content or both. Clients that run code request both, with equal content.
 */
export function toolResult({ mcp }: Operation, body: unknown, structured: boolean): CallToolResult {
  const told = mcp?.answer ? mcp.answer.of(body) : body;
  if (typeof told !== 'object' || told === null) throw new Error('an answer is an object');
  const content: CallToolResult['content'] = [{ type: 'text', text: textOf(told) }];
  return structured ? { content, structuredContent: { ...told } } : { content };
}

/** JSON with one line per list entry. */
function textOf(told: object): string {
  if (!('data' in told) || !Array.isArray(told.data)) return JSON.stringify(told);
  const { data, ...rest } = told;
  const beside = JSON.stringify(rest).slice(1);
  const entries = data.map((entry) => `\n${JSON.stringify(entry)}`).join(',');
  return `{"data":[${entries}${entries === '' ? '' : '\n'}]${beside === '}' ? '' : ','}${beside}`;
}
