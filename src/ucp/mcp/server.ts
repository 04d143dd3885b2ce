import { Server } from '@modelcontextprotocol/server';
import { ProtocolError } from '../../mcp/protocol-error.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { inputSchema, outputSchema } from './schemas.js';
import { UCP_SERVER_INFO } from './server-info.js';

/** Tools for the operations, in registry order. */
export function ucpTools(operations: readonly UcpOperation[]) {
  return operations.map((operation) => {
    const { name, title, description, effect } = operation;
    return {
      name,
      title,
      description,
      inputSchema: inputSchema(operation),
      outputSchema: outputSchema(operation),
      annotations: {
        readOnlyHint: effect === 'read',
        destructiveHint: effect !== 'read',
        idempotentHint: effect === 'read',
        openWorldHint: false,
      },
    };
  });
}

/** MCP server for requests other than tool calls; tool calls are answered before they reach it. */
export function protocolServer(tools: ReturnType<typeof ucpTools>): Server {
  const server = new Server(UCP_SERVER_INFO, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: tools.map((tool) => ({ ...tool })) }));
  server.setRequestHandler('tools/call', () => {
    throw new ProtocolError('invalid_request', 'Send one tools/call with an id, as in JSON-RPC 2.0.');
  });
  return server;
}
