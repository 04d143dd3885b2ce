import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { volume } from '../support/volume.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

async function connected(mode: 'legacy' | 'auto', key = portal.demo.deployment_key): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { 'x-api-key': key } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${portal.url}/mcp`), { requestInit }));
  return client;
}

describe.each(['legacy', 'auto'] as const)('prompts, %s', (mode) => {
  it("lists only the prompts that the key's scopes permit", async () => {
    const named = async (key: string) => {
      const client = await connected(mode, key);
      const { prompts } = await client.listPrompts();
      await client.close();
      return prompts.map(({ name }) => name);
    };
    expect(await named(portal.demo.deployment_key)).toEqual(['shop', 'check_order', 'prove_job']);
    expect(await named(portal.demo.organization_key)).toEqual(['prove_job']);
  });

  it.each<[name: string, args: Record<string, string>, holds: string, not: string]>([
    ['shop', { what: 'two mugs', budget: '60 dollars' }, 'two mugs. It may cost at most 60 dollars', 'undefined'],
    ['shop', { what: ' a lamp ' }, 'Buy this for me: a lamp.\n', 'at most'],
    ['check_order', { order: '1001' }, 'my order 1001', 'latest'],
    ['check_order', {}, 'my latest order', 'undefined'],
    ['prove_job', { job: 'sold it', order_id: 'ord_1' }, 'with the order ord_1', 'If it was'],
    ['prove_job', { job: 'sold it' }, 'job was done: sold it.', 'undefined'],
  ])('returns the prompt %s with %j', async (name, args, holds, not) => {
    const client = await connected(mode);
    const { messages } = await client.getPrompt({ name, arguments: args });
    await client.close();
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    const text = JSON.stringify(messages[0]?.content);
    expect(text).toContain(JSON.stringify(holds).slice(1, -1));
    expect(text).not.toContain(not);
  });

  it.each<[name: string, args: Record<string, string>, why: RegExp]>([
    ['buy', {}, /Unknown prompt "buy"/],
    ['toString', {}, /Unknown prompt/],
    ['shop', {}, /what: must not be empty/],
    ['shop', { what: ' ' }, /what: must not be empty/],
    ['shop', { what: 'x', price: '1' }, /price: "shop" accepts what, budget/],
    ['check_order', { order: 'x'.repeat(501) }, /order: must have at most 500 characters/],
  ])('rejects the prompt %s with %j', async (name, args, why) => {
    const client = await connected(mode);
    await expect(client.getPrompt({ name, arguments: args })).rejects.toThrow(why);
    await client.close();
  });

  it.each([5, true, ['x'], { a: 1 }])('rejects the argument %j, which is not a string', async (what) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'shop', arguments: { what } } };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    const { text } = await portal.request('POST', '/mcp', { body: message, headers });
    const { error } = JSON.parse(text.includes('data: ') ? (text.split('data: ')[1] ?? '') : text);
    expect(error).toEqual({ code: -32602, message: 'what: must be a string' });
  });

  it('names only existing tools in its prompts', async () => {
    const client = await connected(mode);
    const { tools } = await client.listTools();
    const texts = await Promise.all(
      [
        { name: 'shop', arguments: { what: 'x' } },
        { name: 'check_order', arguments: {} },
        { name: 'prove_job', arguments: { job: 'x', order_id: 'y' } },
      ].map((asked) => client.getPrompt(asked)),
    );
    await client.close();
    const named = JSON.stringify(texts).match(/\b(?:get|list|submit)_[a-z_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect(tools.map((tool) => tool.name)).toContain(name);
  });
});

const strange = fc.oneof(
  fc.string({ maxLength: 600 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', ' ', null, 0, true, [], {}),
);
const argument = fc.constantFrom('what', 'budget', 'order', 'job', 'order_id', '__proto__', 'x');
const promptParams = fc.record(
  {
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('shop', 'check_order', 'prove_job', 'buy') }, strange),
    arguments: fc.oneof(
      { weight: 9, arbitrary: fc.dictionary(argument, strange, { maxKeys: 3, noNullPrototype: true }) },
      strange,
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

it('returns a prompt for any parameters of prompts/get, or rejects them as invalid', async () => {
  await fc.assert(
    fc.asyncProperty(promptParams, async (params) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params };
      const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
      const { text } = await portal.request('POST', '/mcp', { body, headers });
      const { result, error } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
      if (error === undefined) expect(result.messages[0].content.type).toBe('text');
      else expect(error.code).toBe(-32602);
    }),
    { numRuns: volume(100, 5_000) },
  );
});

describe('the icon', () => {
  it.each(['legacy', 'auto'] as const)("is a PNG in the server's information, %s", async (mode) => {
    const client = await connected(mode);
    const [icon] = client.getServerVersion()?.icons ?? [];
    await client.close();
    expect(icon).toMatchObject({ mimeType: 'image/png', sizes: ['64x64'] });
    const bytes = Buffer.from(icon?.src.replace('data:image/png;base64,', '') ?? '', 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 64]);
  });

  it('is left out of other responses', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const answerTo = async (method: string) => {
      const { text } = await portal.request('POST', '/mcp', {
        body: { jsonrpc: '2.0', id: 1, method, params: { _meta } },
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
        },
      });
      return text;
    };
    expect(await answerTo('server/discover')).toContain('image/png');
    const list = await answerTo('prompts/list');
    expect(list).toContain('"shop"');
    expect(list).not.toContain('image/png');
  });
});
