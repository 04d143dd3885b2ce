import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../src/calls/define.js';
import { filesOf } from '../../src/docs/generated-files.js';
import { recordExamples } from '../../src/docs/record-examples.js';
import type { Examples } from '../../src/http/examples.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { ownShop } from '../../src/operations/shop/own-shop.js';
import { answer, dataOf, id, text } from '../../src/schema/primitives.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { parseToolResult } from '../support/tool-result.js';
import { rowOf, takesMore, writesOf } from '../surface/repeats/rows.js';
import { Stage } from '../surface/repeats/stage.js';
import { ABSENT, isAbsentWhenMalformed, sampleOf, thingsIn } from '../surface/tenancy/samples.js';
import { closeWorlds } from './bad-input/shared-world.js';
import { badInputSuite } from './bad-input/suite.js';
import { describedIn } from './described.js';

/** Everything written by hand for a new operation, except its tests and its registry line. */
const greetShop = defineOperation({
  name: 'greet_shop',
  title: 'Greet a shop',
  description: 'Answers the greeting, and changes nothing.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), greeting: text(20, 'What to say') }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(answer({ said: z.string() })),
  sample: ({ shop }) => ({ shop_id: shop, greeting: 'Hello' }),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'post', path: '/api/shops/{id}/greeting', parts: { id: 'shop_id' } },
  mcp: { description: 'Greet a shop.' },
  handle: (context, { shop_id, greeting }) =>
    context.update((rows) => {
      const { version, ...shop } = ownShop(rows, context, shop_id);
      context.expectVersion({ version });
      return { writes: [], answer: { body: { data: { said: `${greeting}, ${shop.name}` } }, version } };
    }),
});

const REGISTRY = [...OPERATIONS, greetShop];
const SAID = { data: { said: 'Hello, Quillback Mercantile' } };

let portal: TestPortal;
let owner: RegistryCaller;
let examples: Examples;
beforeAll(async () => {
  portal = await startPortal({ operations: REGISTRY });
  owner = registryCaller(() => portal.url, portal.demo.organization_key, undefined, REGISTRY);
  examples = await recordExamples(REGISTRY, [greetShop]);
});
afterAll(() => portal.close());

describe('an operation added to the registry', () => {
  test('gets a route', async () => {
    const args = { shop_id: portal.demo.shop_id, greeting: 'Hello' };
    const { status, json } = await owner.send('greet_shop', args, { 'idempotency-key': 'k' });
    expect([status, json]).toEqual([200, SAID]);
    const again = await owner.send('greet_shop', args, { 'idempotency-key': 'k' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('gets a tool, listed and callable', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { 'x-api-key': portal.demo.organization_key } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', portal.url), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'greet_shop')?.description).toBe('Greet a shop.');
    const args = { shop_id: portal.demo.shop_id, greeting: 'Hello' };
    expect(parseToolResult(await client.callTool({ name: 'greet_shop', arguments: args }))).toEqual(SAID);
    await client.close();
  });

  test('appears in the served OpenAPI document', async () => {
    const { json } = await portal.request('GET', '/openapi.json');
    expect(json.paths['/api/shops/{id}/greeting'].post).toMatchObject({ operationId: 'greetShop', 'x-scope': 'shops' });
  });

  test('appears in the documents, with an example of its call and response', () => {
    const files = filesOf(REGISTRY, examples);
    const { post } = JSON.parse(files.get('docs/openapi.json') ?? '').paths['/api/shops/{id}/greeting'];
    expect(post.parameters[0].example).toMatch(/^shop_/);
    expect(post.requestBody.content['application/json'].example).toEqual({ greeting: 'Hello' });
    expect(post.responses[200].content['application/json'].example).toEqual({ data: { said: 'Hello, Park Pottery' } });
    expect(JSON.parse(files.get('docs/examples.json') ?? '')).toHaveProperty('greet_shop');
    expect(files.get('docs/tools.json')).toContain('"name": "greet_shop"');
    expect(files.get('docs/operations.md')).toContain('| `greet_shop` | `POST /api/shops/{id}/greeting` | `shops` |');
    expect(files.get('docs/errors.md')).toMatch(/^\| <a id="shop_not_found"><\/a>`shop_not_found` .*`greet_shop`/m);
  });

  test('gets its entries in the tables of scopes and of tenancy', () => {
    expect(describedIn(REGISTRY)).toContainEqual({
      ...{ name: 'greet_shop', method: 'POST', path: '/api/shops/{id}/greeting', scope: 'shops', tool: true },
    });
    expect(thingsIn(greetShop)).toEqual(['shop']);
    expect(isAbsentWhenMalformed(greetShop, 'shop')).toBe(true);
    expect(sampleOf(greetShop)({ ...ABSENT, shop: 'theirs' })).toEqual({ shop_id: 'theirs', greeting: 'Hello' });
  });

  test('gets its entry in the table of repeats', async () => {
    expect(writesOf(REGISTRY)).toContain(greetShop);
    expect(takesMore(greetShop)).toBe(true);
    const row = rowOf(greetShop, REGISTRY);
    const args = await row.fresh(await Stage.open(portal, 'ada'));
    expect(args).toEqual({ shop_id: expect.stringMatching(/^shop_/), greeting: 'Hello' });
    expect(row.other(args)).toEqual({ greeting: 'Hellox' });
  });
});

/** Runs the suite that every other operation has, without handwritten calls. */
describe('bad input of an operation added to the registry', () => {
  const described = describedIn(REGISTRY).find(({ name }) => name === 'greet_shop');
  if (!described) throw new Error('it is no route');
  badInputSuite(described, greetShop, undefined, REGISTRY);
  afterAll(closeWorlds);
});
