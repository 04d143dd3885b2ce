import type { Answered } from '../support/portal.js';

/** Headers of each message of an MCP client over HTTP. */
export const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
  'content-type': 'application/json',
};

export function toolMessage(id: number, name: string, args: unknown): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

export function promptMessage(id: number, name: string, args: unknown): object {
  return { jsonrpc: '2.0', id, method: 'prompts/get', params: { name, arguments: args } };
}

/** Parses the response message, sent either as JSON or as an event. */
export function messageOf({ json, text }: Pick<Answered, 'json' | 'text'>): Answered['json'] {
  if (json !== undefined) return json;
  const data = /^data: (.+)$/m.exec(text)?.[1];
  return data === undefined ? undefined : JSON.parse(data);
}
