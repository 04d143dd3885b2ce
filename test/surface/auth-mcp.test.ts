import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { describedIn } from '../contract/described.js';
import { ORGANIZATION_SCOPES } from '../contract/portal-api.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface } from '../support/surfaces.js';
import { anotherKey } from '../support/tenants.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const ACCEPT = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

async function clientOf(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
  return client;
}

describe('/mcp without a valid key', () => {
  it.each<[string, string | null, string]>([
    ['none', null, '/mcp'],
    ['malformed', 'dk_x', '/mcp'],
    ['in the query', null, '/mcp?api_key=KEY&key=KEY'],
  ])('returns 401; key: %s', async (_name, key, path) => {
    const url = path.replaceAll('KEY', portal.demo.deployment_key);
    const { status, headers, json } = await portal.request('POST', url, { key, body: LIST, headers: ACCEPT });
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer realm="portal"',
    });
    const message = expect.stringMatching(/^unauthorized: /);
    expect(json).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32600, message } });
  });

  it.each(['GET', 'DELETE', 'PUT'])('returns 401 for %s before 405', async (method) => {
    expect((await portal.request(method, '/mcp', { key: null })).status).toBe(401);
  });
});

describe('the tools of a key', () => {
  it("lists the tools of the key's scopes", async () => {
    const names = async (key: string) => {
      const client = await clientOf(key);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    const commerce = OPERATIONS.filter(({ scope, mcp }) => mcp && scope === 'commerce').map(({ name }) => name);
    expect(await names(portal.demo.deployment_key)).toEqual([...commerce, 'submit_receipt']);
    const { organization_key } = portal.demo;
    expect(await names(organization_key)).toEqual([
      ...['create_shop', 'list_shops', 'create_consumer', 'get_consumer', 'update_consumer', 'get_agent'],
      ...['update_agent', 'register_signing_key', 'submit_receipt', 'get_receipt', 'list_receipts'],
    ]);
    const adapter = ['commerce', 'fulfillment'] as const;
    const both = OPERATIONS.filter(({ scope, mcp }) => mcp && adapter.some((one) => one === scope));
    expect(both.length).toBe(commerce.length + 6);
    expect(await names((await anotherKey(portal, 'deployment', { scopes: adapter })).key)).toEqual(
      both.map(({ name }) => name),
    );
    const scopes = ['receipts:write', 'receipts:read'] as const;
    const allowed = OPERATIONS.filter(({ scope, mcp }) => mcp && scopes.some((one) => one === scope));
    const { key } = await anotherKey(portal, 'deployment', { scopes });
    expect(await names(key)).toEqual(allowed.map(({ name }) => name));
  });

  it("calls only the tools of the key's scopes", async () => {
    const { key } = await anotherKey(portal, 'organization');
    const surface = await openSurface('mcp 2.x http', { url: portal.url, database: portal.database, key });
    const commerce = OPERATIONS.filter(({ scope, mcp }) => mcp && scope === 'commerce');
    for (const { name } of commerce) {
      const detail = `This key lacks the scope "commerce" that ${name} needs.`;
      expect(await surface.call(name, { surplus: 1 })).toEqual({ error: 'forbidden', detail });
    }
    expect(commerce.length).toBeGreaterThan(0);
    await surface.close();
  });
});

describe("the tools of a merchant's adapter", () => {
  const adapting = OPERATIONS.filter(({ scope, mcp }) => mcp && scope === 'fulfillment');

  it.each(adapting)("rejects $name with the key of a buyer's agent", async ({ name }) => {
    const key = portal.demo.deployment_key;
    const surface = await openSurface('mcp 2.x http', { url: portal.url, database: portal.database, key });
    const detail = `This key lacks the scope "fulfillment" that ${name} needs.`;
    expect(await surface.call(name, { order_id: 'absent' })).toEqual({ error: 'forbidden', detail });
    await surface.close();
  });
});

describe('operations without a tool', () => {
  const routes = OPERATIONS.filter(({ http, mcp }) => http && !mcp).map(({ name }) => name);

  it("are those documented without a tool, and all but those on tracking, statements, requests and notices need an organization's scope", () => {
    const documented = describedIn(OPERATIONS)
      .filter(({ tool }) => !tool)
      .map(({ name }): string => name);
    expect(documented.length).toBeGreaterThan(20);
    expect([...routes].sort()).toEqual(documented.sort());
    const others = OPERATIONS.filter(
      ({ name, scope }) => routes.includes(name) && !ORGANIZATION_SCOPES.some((one) => one === scope),
    );
    expect(others.map(({ name, scope }) => [name, scope])).toEqual([
      ['correct_tracking', 'fulfillment'],
      ['get_order_statement', 'commerce'],
      ['withdraw_order_request', 'commerce'],
      ['answer_order_request', 'fulfillment'],
      ['list_order_notices', 'fulfillment'],
      ['preview_order_notice', 'fulfillment'],
      ['resend_order_notices', 'fulfillment'],
    ]);
  });

  it('cannot be called over MCP, even with a key that may use their routes', async () => {
    const client = await clientOf(portal.demo.organization_key);
    expect((await client.listTools()).tools.filter(({ name }) => routes.includes(name))).toEqual([]);
    for (const name of routes) {
      const args = { shop_id: portal.demo.shop_id, code: 'WELCOME10' };
      const message = expect.stringContaining(`Unknown tool "${name}"`);
      await expect(client.callTool({ name, arguments: args })).rejects.toMatchObject({ code: -32602, message });
    }
    await client.close();
  });
});

describe('the buyer over MCP', () => {
  const cartOf = async (key: string, buyer?: string) => {
    const target = { url: portal.url, database: portal.database, key, ...(buyer !== undefined && { buyer }) };
    const surface = await openSurface('mcp 2.x http', target);
    const outcome = await surface.call('get_cart', {});
    await surface.close();
    return outcome;
  };

  it('reads the buyer from x-buyer-id', async () => {
    const { deployment_key } = portal.demo;
    const ada = await cartOf(deployment_key, 'ada');
    expect(await cartOf(deployment_key, 'ada')).toEqual(ada);
    expect((await cartOf(deployment_key, 'bob')).body.data.id).not.toBe(ada.body.data.id);
  });

  it("requires the buyer's id if the key requires one, and checks the form of the id", async () => {
    const { key } = await anotherKey(portal, 'deployment', { buyer_required: true });
    expect(await cartOf(key)).toMatchObject({ error: 'buyer_required' });
    expect(await cartOf(key, 'a b')).toMatchObject({ error: 'invalid_request' });
  });
});

describe('the endpoint /mcp', () => {
  /** Sends a request with `node:http`, since `fetch` does not allow setting Host. */
  function send(method: string, headers: Readonly<Record<string, string>>, body?: string) {
    const sent = { 'x-api-key': portal.demo.deployment_key, 'content-type': 'application/json', ...ACCEPT, ...headers };
    return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const outgoing = httpRequest(new URL('/mcp', portal.url), { method, headers: sent }, (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode, body: answer }), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
  const list = JSON.stringify(LIST);

  it('accepts local origins, and this host without an origin', async () => {
    expect((await send('POST', {}, list)).status).toBe(200);
    expect((await send('POST', { origin: 'http://localhost:5173' }, list)).status).toBe(200);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['a malformed origin', { origin: 'null' }],
    ['another host', { host: 'evil.example' }],
    ['another host with our port', { host: 'evil.example:3000' }],
  ])('returns 403 for %s, with or without a key', async (_name, headers) => {
    expect((await send('POST', headers, list)).status).toBe(403);
    expect((await send('POST', { ...headers, 'x-api-key': '' }, list)).status).toBe(403);
  });

  it.each(['GET', 'DELETE'])('returns 405 for %s', async (method) => {
    expect((await send(method, {})).status).toBe(405);
  });

  it.each<[string, string]>([
    ['malformed', '{"jsonrpc":'],
    ['with a duplicate member', `{"id":1,${list.slice(1)}`],
    ['nested too deep', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['empty', ''],
  ])('returns -32700 for JSON that is %s', async (_name, body) => {
    const answered = await send('POST', {}, body);
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
  });
});
