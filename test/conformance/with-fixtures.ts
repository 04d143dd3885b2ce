import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { McpHandlers } from '../../src/mcp/protocol-server.js';
import { contentsOf, RESOURCES, TEMPLATE } from './fixture-content.js';
import { INPUT_TOOLS } from './fixture-inputs.js';
import { fixturePrompt, PROMPTS } from './fixture-prompts.js';
import { TOOLS } from './fixture-tools.js';

const FIXTURES = { ...TOOLS, ...INPUT_TOOLS };

const described = Object.keys(FIXTURES).map((name) => ({
  name,
  description: 'A tool of the conformance suite',
  inputSchema: { type: 'object' as const },
}));

/**
 * Adds the tools, resources and prompts that most scenarios of the conformance suite call by name. All other calls go
 * to the portal.
 */
export function withFixtures(server: Server, portal: McpHandlers): Server {
  server.registerCapabilities({ resources: {}, prompts: {}, completions: {}, logging: {} });
  server.setRequestHandler('tools/list', async () => ({
    tools: [...(await portal.listTools()).map((tool) => ({ ...tool })), ...described],
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const fixture = Object.entries(FIXTURES).find(([name]) => name === params.name)?.[1];
    return fixture ? fixture(context, params.arguments ?? {}) : portal.callTool(params, undefined);
  });
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const contents = contentsOf(uri);
    if (!contents) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
    return { contents: [contents] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    fixturePrompt(params.name, params.arguments ?? {}, context),
  );
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
