import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textOf } from '../../src/demo/tool-text.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { directPurchaseTokens, listTokens, NO_LONGER_NEEDED, purchaseTokens, sumOf } from './purchase-tokens.js';

/** Token budget for a model (docs/dev/mcp.md, Figures), counted with o200k. */
const BUDGET = { purchase: 2_000, needed: 1_500, direct: 600, list: 5_000 };

let portal: TestPortal;
let client: Client;
beforeAll(async () => {
  portal = await startPortal();
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { 'x-api-key': portal.demo.deployment_key } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
});
afterAll(async () => {
  await client.close();
  await portal.close();
});

it('keeps the responses of a purchase within their budget', async () => {
  const answers = await purchaseTokens((name, args) => textOf(client, name, args));
  expect(answers).toHaveLength(8);
  expect(sumOf(answers)).toBeLessThanOrEqual(BUDGET.purchase);
  const needed = answers.filter(({ name }) => !NO_LONGER_NEEDED.includes(name));
  expect(needed).toHaveLength(6);
  expect(sumOf(needed)).toBeLessThanOrEqual(BUDGET.needed);
});

it('keeps the responses of a search and a purchase in one call within their budget', async () => {
  const answers = await directPurchaseTokens((name, args) => textOf(client, name, args));
  expect(answers).toHaveLength(2);
  expect(sumOf(answers)).toBeLessThanOrEqual(BUDGET.direct);
});

it("keeps the list of a deployment key's tools within its budget", async () => {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(listTokens(tools)).toBeLessThanOrEqual(BUDGET.list);
});
