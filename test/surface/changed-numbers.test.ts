import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const LINES = '{"line_items":[{"item":{"id":"enamel-mug"},"quantity":2.0000000000000000001}]}';
const DETAIL = 'line_items[0].quantity: must be a number that a double can hold';

test('rejects a quantity with more digits than a double can hold, over HTTP and MCP', async () => {
  const by = shopper(portal, { buyer: 'changed-numbers' });
  const { id } = (await by.ok('get_cart', {})).data;
  const path = `/api/commerce/checkouts/${id}/line-items`;
  const buyer = { 'x-buyer-id': 'changed-numbers' };
  const http = await portal.request('POST', path, { headers: buyer, raw: LINES });
  expect([http.status, http.json]).toEqual([
    400,
    { error: 'invalid_request', detail: expect.stringContaining(`${DETAIL}, with at most 15`) },
  ]);
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_line_items","arguments":${LINES}}}`;
  const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const mcp = await portal.request('POST', '/mcp', { headers: { ...buyer, ...accept }, raw: message });
  expect([mcp.status, mcp.json.error.message]).toEqual([400, expect.stringContaining(`params.arguments.${DETAIL}`)]);
  expect((await by.ok('get_cart', {})).data.line_items).toEqual([]);
});

test('rejects an inexact quantity over stdio even in a message of two chunks, and reads the next ones', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const env = { ...portal.commandEnv, PORTAL_API_KEY: portal.demo.deployment_key, PORTAL_BUYER_ID: 'stdio-numbers' };
  const ended = run(['stdio'], env, false, undefined, { stdin, stdout });
  const call = (id: number, name: string, args: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}\n`;
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: opening })}\n`);
  const list = '{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"x":1e400}}}\n';
  const text = call(2, 'add_line_items', LINES) + list + call(3, 'get_cart', '{}');
  for (const piece of [text.slice(0, 150), text.slice(150)]) stdin.write(piece);
  stdin.end();
  await ended;
  const answers = String(stdout.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [second, third, fourth] = [2, 3, 4].map((id) => answers.find((answer) => answer.id === id));
  expect(second.result.isError).toBe(true);
  const { error, detail } = JSON.parse(second.result.content[0].text);
  expect([error, detail]).toEqual([
    'invalid_request',
    expect.stringMatching(/^line_items\[0\]\.quantity: must be a number/),
  ]);
  expect(third.result.content[0].text).toContain('"line_items":[]');
  expect(fourth.error).toEqual({
    code: -32600,
    message: expect.stringMatching(/^invalid_request: params\._meta\.x: must be/),
  });
});
