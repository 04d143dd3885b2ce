import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { StdioHere } from '../support/stdio-here.js';
import { isErrorResult, isStructured, parseToolResult } from '../support/tool-result.js';

/**
 * With `/mcp?structured=1` or `portal stdio --structured`, clients that run code get structured content beside the
 * text.
 */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const INFO = { name: 'test', version: '1.0.0' };
const requestInit = () => ({ headers: { 'x-api-key': portal.demo.deployment_key, 'x-buyer-id': 'coder' } });

async function over(path: string, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  const url = new URL(path, portal.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: requestInit() }));
  return client;
}

async function onStdio(): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  const env = { ...portal.commandEnv, PORTAL_API_KEY: portal.demo.deployment_key, PORTAL_BUYER_ID: 'coder' };
  await client.connect(new StdioHere(env, ['--structured']));
  return client;
}

async function onOldClient(): Promise<OldClient> {
  const client = new OldClient(INFO);
  const url = new URL('/mcp?structured=1', portal.url);
  await client.connect(new OldHttpTransport(url, { requestInit: requestInit() }));
  return client;
}

const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['search_catalog', { limit: 5 }],
  ['get_item', { item_id: 'shop-tee' }],
  ['get_cart', {}],
  ['add_line_items', { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] }],
  ['set_destination', { destination: { address_country: 'US' } }],
  ['list_fulfillment_methods', {}],
  ['get_checkout', {}],
  ['list_orders', {}],
];

describe.each([
  ['HTTP, 2026-07-28', () => over('/mcp?structured=1', 'auto')],
  ['HTTP, 2025', () => over('/mcp?structured=1', 'legacy')],
  ['HTTP, client 1.x', onOldClient],
  ['stdio', onStdio],
] as const)('over %s', (_name, open) => {
  it('advertises an output schema for every tool, and returns output that validates against it', async () => {
    const client = await open();
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([]);
    const cart = parseToolResult(await client.callTool({ name: 'get_cart', arguments: {} })).data.id;
    for (const [name, args] of CALLS) {
      const takesCart = tools.find((tool) => tool.name === name)?.inputSchema.properties?.checkout_id !== undefined;
      const result = await client.callTool({ name, arguments: { ...args, ...(takesCart && { checkout_id: cart }) } });
      expect([name, isErrorResult(result), isStructured(result)]).toEqual([name, false, true]);
      parseToolResult(result);
    }
    const refused = await client.callTool({ name: 'get_item', arguments: { item_id: 'nothing' } });
    expect([isErrorResult(refused), isStructured(refused)]).toEqual([true, false]);
    await client.close();
  });
});

it('returns only text, and lists no output schemas, to clients that do not request structured content', async () => {
  for (const path of ['/mcp', '/mcp?structured=0', '/mcp?other=1']) {
    const client = await over(path, 'auto');
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    expect(isStructured(await client.callTool({ name: 'get_cart', arguments: {} }))).toBe(false);
    await client.close();
  }
});

it.each(['structured=true', 'structured=', 'structured=2', 'structured=1&structured=1'])(
  'rejects the query %s',
  async (query) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { accept: 'application/json, text/event-stream' };
    const { status, json } = await portal.request('POST', `/mcp?${query}`, { body, headers });
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(/^invalid_request: structured: /)]);
  },
);
