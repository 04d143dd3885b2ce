import type { Sent } from './doors.js';

/** Builds tool calls of the newer protocol (2026-07-28) and of the older ones. */

export const ACCEPT = 'application/json, text/event-stream';
export const RESERVED = 'io.modelcontextprotocol/';

export type Json = { [name: string]: unknown };

export const newerMeta = (capabilities: unknown = {}): Json => ({
  [`${RESERVED}protocolVersion`]: '2026-07-28',
  [`${RESERVED}clientInfo`]: { name: 'test', version: '1.0.0' },
  [`${RESERVED}clientCapabilities`]: capabilities,
});

/** A message with its matching headers. */
export interface Draft {
  message: unknown;
  headers: Record<string, string>;
}

export function newer(name: string, args?: unknown, meta: Json = newerMeta()): Draft {
  return {
    message: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, ...(args !== undefined && { arguments: args }), _meta: meta },
    },
    headers: {
      accept: ACCEPT,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      // Names that are invalid in headers are covered by a separate test.
      'mcp-name': /^[\x21-\x7e]*$/.test(name) ? name : '',
    },
  };
}

export function older(name: string, args?: unknown, meta?: Json, version: string | undefined = '2025-11-25'): Draft {
  return {
    message: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, ...(args !== undefined && { arguments: args }), ...(meta && { _meta: meta }) },
    },
    headers: { accept: ACCEPT, ...(version !== undefined && { 'mcp-protocol-version': version }) },
  };
}

export function sentOf({ message, headers }: Draft): Sent {
  return { text: typeof message === 'string' ? message : JSON.stringify(message), headers };
}
