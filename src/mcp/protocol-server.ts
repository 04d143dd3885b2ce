import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  Server,
} from '@modelcontextprotocol/server';
import type { Scope } from '../domain/tenant/tenant.js';
import { ICON } from './icon.js';
import { type Person, readPerson } from './person.js';
import { buildPrompt, promptParams, promptsFor } from './prompts.js';
import { SERVER_INFO } from './server-info.js';
import type { Tool } from './tools.js';
import { serveCartView, type ViewSources } from './view/cart-view.js';

export type ToolAnswer = CallToolResult | InputRequiredResult;

/** The part of the registry that one caller may use. */
export interface McpHandlers extends ViewSources {
  /** The caller's current scopes. */
  scopes(): Promise<ReadonlySet<Scope>>;
  listTools(): Promise<readonly Tool[]>;
  /** @throws ProtocolError for an unknown tool, and for an internal error */
  callTool(params: CallToolRequest['params'], person: Person | undefined): Promise<ToolAnswer>;
}

/** Calls a function with the handlers once they are loaded, and returns its result. */
export type Ask = <Answer>(question: (handlers: McpHandlers) => Promise<Answer>) => Promise<Answer>;

const INSTRUCTIONS = `A shop. Amounts are integers of minor units (1999 = 19.99).
To buy: search_catalog, add_line_items, set_buyer, set_destination, select_fulfillment with one of the options answered; \
without checkout_id each means the current cart. \
Each answers the cart in short: messages says what is missing, and status tells the state of the checkout; get_checkout has all of it. \
At ready_for_complete, show the total to the buyer; with their consent call complete_checkout with that total as expected_total. \
If you know items, address and the buyer's limit, buy does all of this in one call. \
At requires_escalation, give the buyer continue_url. \
To prove what you did: get_receipt_context, sign, submit_receipt. An error names the field, the fix and the tool to call next.`;

/** Private, since lists depend on the key's scopes, and the cart view on the key's shop and the language. */
const PER_KEY = { ttlMs: 300_000, cacheScope: 'private' } as const;

const SAME_FOR_ALL = { ttlMs: 300_000, cacheScope: 'public' } as const;

/**
 * Creates a protocol server. It needs neither the operations nor a database, so a stdio process can respond before it
 * has loaded them. It is based on the SDK's low-level `Server`, so that the registry remains the only validator, and
 * HTTP and MCP reject with the same words. From revision 2026-07-28 on, every result names the server; `withIcon:
 * false` keeps the icon out of these results.
 */
export function protocolServer(ask: Ask, withIcon = true): Server {
  const server = new Server(
    { ...SERVER_INFO, ...(withIcon && { icons: [ICON] }) },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': PER_KEY,
        'prompts/list': PER_KEY,
        'resources/list': SAME_FOR_ALL,
        'resources/read': PER_KEY,
      },
    },
  );
  server.setRequestHandler('tools/list', async () => {
    const tools = await ask((handlers) => handlers.listTools());
    return { tools: tools.map((tool) => ({ ...tool })) };
  });
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const named: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
    const capabilities = named ?? server.getClientCapabilities();
    const person = readPerson(capabilities, mcpReq.inputResponses, mcpReq.requestState());
    return ask((handlers) => handlers.callTool(params, person));
  });
  server.setRequestHandler('prompts/list', async () => ({
    prompts: promptsFor(await ask((handlers) => handlers.scopes())),
  }));
  server.setRequestHandler('prompts/get', { params: promptParams }, ({ name, arguments: given }) =>
    buildPrompt(name, given ?? {}),
  );
  serveCartView(server, {
    publicUrl: () => ask((handlers) => handlers.publicUrl()),
    findViewer: () => ask((handlers) => handlers.findViewer()),
  });
  return server;
}
