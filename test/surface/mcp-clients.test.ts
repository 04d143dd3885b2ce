import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buy, type CallTool } from '../../src/demo/agent.js';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { receiptFor, type Signer } from '../actors/signer.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { MAIN } from '../support/spawn.js';

/** Real MCP clients over both transports: each buys, holds and releases its order, and submits a receipt. */

const CLIENTS = ['1.x', '2.x legacy', '2.x auto', '2.x pinned to 2026-07-28'] as const;
const ROWS = CLIENTS.flatMap((client) => (['http', 'stdio'] as const).map((transport) => [client, transport] as const));

const MODES = {
  '2.x legacy': 'legacy',
  '2.x auto': 'auto',
  '2.x pinned to 2026-07-28': { pin: '2026-07-28' },
} as const;

let portal: TestPortal;
let signer: Signer;
beforeAll(async () => {
  portal = await startPortal();
  signer = await newSignerOf(demoAttester(portal));
});
afterAll(() => portal.close());

async function connected(name: (typeof CLIENTS)[number], transport: 'http' | 'stdio', buyer: string) {
  const info = { name: 'test', version: '1.0.0' };
  const url = new URL('/mcp', portal.url);
  const { deployment_key } = portal.demo;
  const options = { requestInit: { headers: { 'x-api-key': deployment_key, 'x-buyer-id': buyer } } };
  const env = {
    PATH: process.env.PATH ?? '',
    ...portal.commandEnv,
    PORTAL_API_KEY: deployment_key,
    PORTAL_BUYER_ID: buyer,
  };
  const program = { command: process.execPath, args: [MAIN, 'stdio'], env };
  if (name === '1.x') {
    const client = new OldClient(info);
    await client.connect(transport === 'http' ? new OldHttpTransport(url, options) : new OldStdioTransport(program));
    return client;
  }
  const client = new Client(info, { versionNegotiation: { mode: MODES[name] } });
  await client.connect(
    transport === 'http' ? new StreamableHTTPClientTransport(url, options) : new StdioClientTransport(program),
  );
  return client;
}

it.each(ROWS)('client %s buys, changes its order and submits a receipt over %s', async (name, transport) => {
  const client = await connected(name, transport, `${name}-${transport}`.replaceAll(' ', '-'));
  const orders: string[] = [];
  const call: CallTool = async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: { ...args } });
    const text = JSON.stringify(result.content);
    expect(result.isError, text).not.toBe(true);
    if (typeof args.order_id === 'string') orders.push(args.order_id);
    const [first] = Array.isArray(result.content) ? result.content : [];
    return JSON.parse(first.text);
  };
  try {
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toContain('shop');
    await buy(call, () => {});
    const order_id = orders.at(-1);
    expect(order_id).toMatch(/^ord_/);
    expect(JSON.stringify(await call('hold_order', { order_id, reason: 'Wait' }))).toContain('"release"');
    expect(JSON.stringify(await call('release_order', { order_id }))).toContain('"hold"');
    const context = JSON.stringify(await call('get_receipt_context', { order_id }));
    const [context_hash] = /sha256:[0-9a-f]{64}/.exec(context) ?? [];
    const receipt = receiptFor(demoAttester(portal), portal.app.portal.clock.now(), { context_hash });
    expect(await call('submit_receipt', { ...signer.submission(receipt) })).toMatchObject({ status: 'verified' });
  } finally {
    await client.close();
  }
});
