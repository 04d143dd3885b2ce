import type { Server } from '@modelcontextprotocol/server';
import type { Operation } from '../calls/define.js';
import type { Shop } from '../domain/shop/shop.js';
import { loadOnce } from '../domain/values/load-once.js';
import { findLocale } from '../texts/locale.js';
import type { CallTool } from './call-tool.js';
import type { McpCaller } from './mcp-caller.js';
import { ProtocolError } from './protocol-error.js';
import type { McpHandlers } from './protocol-server.js';
import { structuredToolLists, toolLists } from './tools.js';
import { unknownToolText } from './unknown-tool.js';

export type MakeMcpHandlers = (speaker: McpCaller) => McpHandlers;
export type MakeMcpServer = (speaker: McpCaller, withIcon?: boolean) => Promise<Server>;

/** Properties of the portal that the adapter needs in addition to the operations. */
interface PortalFacts {
  readonly publicUrl: () => string;
  readonly findShop: (id: string) => Promise<Shop | undefined>;
}

/**
 * Builds the MCP adapter of the registry. Handlers serve one request (HTTP) or one connection (stdio); expensive parts
 * are created only once, here.
 */
export function mcpHandlers(
  operations: readonly Operation[],
  callTool: CallTool,
  { publicUrl, findShop }: PortalFacts,
): MakeMcpHandlers {
  const lists = { plain: toolLists(operations), structured: structuredToolLists(operations) };
  return (speaker) => ({
    scopes: async () => (await speaker.authenticate()).scopes,
    publicUrl: async () => publicUrl(),
    async findViewer() {
      const { deployment } = await speaker.authenticate();
      const shop = deployment ? await findShop(deployment.shop_id) : undefined;
      return { shop, locale: findLocale(speaker.acceptLanguage, shop?.settings.language ?? 'en') };
    },
    async listTools() {
      const { scopes } = await speaker.authenticate();
      const listFor = speaker.structured ? lists.structured : lists.plain;
      return listFor(scopes);
    },
    async callTool({ name, arguments: given }, person) {
      const operation = callTool.find(name);
      if (!operation) {
        const { scopes } = await speaker.authenticate();
        throw new ProtocolError('invalid_params', unknownToolText(name, callTool.all, scopes));
      }
      return callTool.call(operation, given ?? {}, speaker, person);
    },
  });
}

/** Makes the protocol servers for HTTP, each of which serves one request. The first one loads the SDK. */
export function mcpServers(handlersFor: MakeMcpHandlers): MakeMcpServer {
  const loaded = loadOnce(() => import('./protocol-server.js'));
  return async (speaker, withIcon) => {
    const { protocolServer } = await loaded.get();
    const handlers = handlersFor(speaker);
    return protocolServer((question) => question(handlers), withIcon);
  };
}
