import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const LINES = '{"line_items":[{"item":{"id":"enamel-mug"},"quantity":2.0000000000000000001}]}';
const DETAIL = 'line_items[0].quantity: must be a number that a double can hold';

test('rejects a quantity over HTTP and MCP that is not exactly a whole number', async () => {
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
