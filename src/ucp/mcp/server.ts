import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VERSION } from '../../version.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { inputSchema, outputSchema } from './schemas.js';

/** Who answers. */
export const UCP_SERVER_INFO = { name: 'ucp', title: 'Universal Commerce Protocol', version: VERSION };

/** The tools of a version, in the order of the registry. */
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
        destructiveHint: effect === 'destructive',
        idempotentHint: effect === 'read',
        openWorldHint: false,
      },
    };
  });
}

/** What MCP clients ask besides calling tools; calls are answered before they come here. */
export function protocolServer(tools: ReturnType<typeof ucpTools>): Server {
  const server = new Server(UCP_SERVER_INFO, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: tools.map((tool) => ({ ...tool })) }));
  server.setRequestHandler('tools/call', () => {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidRequest,
      'Send one tools/call with an id, as JSON-RPC 2.0 has it.',
    );
  });
  return server;
}
