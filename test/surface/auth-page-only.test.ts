import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run as runPortal } from '../support/program.js';
import { MAIN } from '../support/spawn.js';
import { anotherKey } from '../support/tenants.js';

/** Only the page behind `continue_url` can approve a high total, confirm an age, accept terms or refill a cart. */

const NAMES = ['accept_terms', 'approve_totals', 'confirm_age', 'refill_checkout'];
/** Likely routes of each operation, guessed by the API's conventions. */
const GUESSES = NAMES.flatMap((name) => {
  const [verb = '', object = ''] = name.split('_');
  const camel = verb + object.charAt(0).toUpperCase() + object.slice(1);
  return [name, `${verb}-${object}`, camel, verb, object, `${object}/${verb}`];
});

let portal: TestPortal;
/** Keys of every kind, with all scopes of their kind. */
const keys = new Map<string, string>();
let checkout: string;
let permitted: number;
beforeAll(async () => {
  portal = await startPortal();
  for (const kind of ['deployment', 'organization'] as const) {
    keys.set(kind, (await anotherKey(portal, kind, { scopes: KEY_SCOPES[kind].allowed })).key);
  }
  keys.set('demo deployment', portal.demo.deployment_key);
  const by = shopper(portal);
  const { data } = await by.ok('get_cart', {});
  checkout = data.id;
  const line_items = [{ item: { id: 'oregon-pinot-noir' }, quantity: 60 }];
  await by.ok('add_line_items', { checkout_id: checkout, line_items });
  permitted = (await waiting()).data.totals.at(-1).amount;
});
afterAll(() => portal.close());

/** Reads the cart, and checks that it still needs an age confirmation and, because of its price, an approval. */
async function waiting() {
  const read = await shopper(portal).ok('get_checkout', { checkout_id: checkout });
  expect(read.data.status).toBe('requires_escalation');
  const codes = read.data.messages.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(['age_verification_required', 'high_value_order']));
  return read;
}

describe('over HTTP', () => {
  it.each(GUESSES)('returns 404 for %s', async (guess) => {
    const path = `/api/commerce/checkouts/${checkout}/${guess}`;
    const before = await waiting();
    for (const [name, key] of keys) {
      for (const method of ['POST', 'PUT', 'PATCH', 'GET']) {
        const body = method === 'GET' ? {} : { body: { expected_total: permitted } };
        const { status, json } = await portal.request(method, path, { key, ...body });
        expect({ name, method, status, error: json?.error }).toEqual({ name, method, status: 404, error: 'not_found' });
      }
    }
    expect(await waiting()).toEqual(before);
  });

  it.each(['confirm-age', 'approve'])('accepts no API key in place of the link for the form %s', async (form) => {
    const before = await waiting();
    const body = `version=1&expected_total=${permitted}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [name, key] of keys) {
      const path = `/checkout/${checkout}/${form}`;
      const { status } = await portal.request('POST', path, { key, raw: body, headers });
      expect({ name, status }).toEqual({ name, status: 404 });
    }
    expect(await waiting()).toEqual(before);
  });
});

/** Checks that the client's tool list has none of these tools, and that calls to them report an unknown tool. */
async function expectNoTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => NAMES.includes(name))).toEqual([]);
  for (const name of NAMES) {
    const call = client.callTool({ name, arguments: { checkout_id: checkout, expected_total: permitted } });
    const message = expect.stringContaining(`Unknown tool "${name}"`);
    await expect(call).rejects.toMatchObject({ code: -32602, message });
  }
  await client.close();
}

describe('over MCP', () => {
  it("lists no tool of the buyer's page for any key", async () => {
    for (const key of keys.values()) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const requestInit = { headers: { 'x-api-key': key } };
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
      await expectNoTools(client);
    }
    await waiting();
  });

  it.each(['stdio', 'stdio --owner'])(
    "lists no tool of the buyer's page on %s, even for callers who can open the file",
    async (command) => {
      const env = { PATH: process.env.PATH ?? '', ...portal.commandEnv };
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [MAIN, ...command.split(' ')], env }),
      );
      await expectNoTools(client);
      await waiting();
    },
  );
});

describe('the scope of the link', () => {
  it('is given to no key, by default or on request', async () => {
    for (const { granted, allowed } of Object.values(KEY_SCOPES)) {
      expect([...granted, ...allowed].map(String)).not.toContain('buyer');
    }
    const { organization_id, deployment_id } = portal.demo;
    const options = ['--deployment', deployment_id, '--scopes', 'commerce,buyer'];
    const made = await runPortal(['keys', 'create', ...options], portal.commandEnv);
    expect({ code: made.code, stdout: made.stdout }).toEqual({ code: 1, stdout: '' });
    expect(made.stderr).toContain('unknown scope "buyer"');
    expect(
      (await portal.app.store.list('api_keys', { organization_id }, undefined, 100)).entries.flatMap(
        ({ scopes }) => scopes,
      ),
    ).not.toContain('buyer');
  });
});
