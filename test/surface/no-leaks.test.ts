import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJsonSchema } from '../../src/calls/json-schema.js';
import { ABSENT } from '../../src/docs/things.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { systemIds } from '../../src/system.js';
import { anotherAgent } from '../actors/attester.js';
import { operations } from '../contract/portal-api.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { postgresOf } from '../support/postgres-of-path.js';
import { changeStored } from '../support/stored.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { attest, keepLog, submitMany } from './leaks/attester.js';
import { shop, tryAll } from './leaks/calls.js';
import { bytesOf, type Columns, columnsOf, columnsWith } from './leaks/database.js';
import { strangeMessages, unreadable, wrongKeys } from './leaks/edges.js';
import { textPaths } from './leaks/leaves.js';
import { manage } from './leaks/manager.js';
import { HANDLER_ID, type MarkedCard, markedCard } from './leaks/marked-card.js';
import { FIELDS, fullCredential, holds, idsWithoutMarkers, marker, NAMED, SECRET } from './leaks/markers.js';
import { buyOnPage, tryForms } from './leaks/pages.js';
import { httpSpeaker, mcpSpeaker, type Speaker, Witness } from './leaks/speakers.js';

/** Operations that are called explicitly with every field set. All others are called with their samples. */
const DOCUMENTED = OPERATIONS.filter(({ name }) => operations.some((one) => one.name === name));
const OTHERS = OPERATIONS.filter((one) => one.http && !DOCUMENTED.includes(one));

const witness = new Witness();
const card = markedCard();
const database = join(temporaryFolder(), 'portal.db');
let logged: string;
/** All bytes of the database file, while the portal ran and after it was closed. */
let bytes: string;
let stored: Columns;
let keys: readonly string[];
/** API keys and link codes created over HTTP, which only the responses of their own calls may show. */
let made: readonly string[];

beforeAll(async () => {
  const portal = await startPortal({ database, handlers: [card], ids: idsWithoutMarkers(systemIds) });
  const { key: ended } = await anotherKey(portal, 'deployment', { expires_at: 1 });
  const { key: full } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  keys = [full, portal.demo.deployment_key, portal.demo.organization_key, ended];
  await everything(portal, card, { full, ended });
  const open = await bytesOf(database);
  await portal.close();
  bytes = `${open}\n${await bytesOf(database)}`;
  stored = await columnsOf(database);
  logged = portal.logged.join('');
}, 120_000);
afterAll(() => rmSync(dirname(database), { recursive: true }));

interface Keys {
  readonly full: string;
  readonly ended: string;
}

async function everything(portal: TestPortal, handler: MarkedCard, { full, ended }: Keys): Promise<void> {
  const { url, demo } = portal;
  const place = { url, key: full };
  const management = { url, key: await fullKey(portal, 'organization') };
  const manager = httpSpeaker(witness, management);
  await keepShop(manager, demo.shop_id);
  const toolUser = await mcpSpeaker(witness, management, 'manager');
  made = await manage(manager, toolUser, demo);
  await toolUser.close();
  for (const { name, sample } of OTHERS) await manager.call(name, { ...sample(ABSENT) });
  const buyer = marker('buyer reference');
  const agents = [httpSpeaker(witness, place, buyer), await mcpSpeaker(witness, place, buyer)];
  for (const agent of agents) await shop(agent, handler);
  await prove(portal, buyer);
  await buyOnPage(witness, httpSpeaker(witness, { url, key: demo.deployment_key }, 'on-page'), handler);
  expect((await unreadable(witness, place)).every((status) => status >= 400)).toBe(true);
  await strangeMessages(witness, place);
  expect(new Set(await wrongKeys(witness, place, ended))).toEqual(new Set([401]));
  await whileBroken(agents);
  for (const agent of agents) await agent.close();
}

/** Makes the merchant's calls. After them, the shop accepts the marked card. */
async function keepShop(merchant: Speaker, shop_id: string): Promise<void> {
  const code = 'BRIEF';
  const terms = { title: 'Brief', kind: 'percent', value_ppm: 1 };
  const { data } = await merchant.call('get_shop_settings', { shop_id });
  const settings = { ...data, payment_handlers: [HANDLER_ID], address_check: 'street' };
  await merchant.call('update_shop_settings', { shop_id, ...settings });
  await merchant.call('put_discount', { shop_id, code, ...terms });
  await merchant.call('list_discounts', { shop_id });
  await merchant.call('get_discount', { shop_id, code });
  await merchant.call('delete_discount', { shop_id, code });
}

/** Submits receipts over each surface with a separate agent, because each agent registers its own key. */
async function prove(portal: TestPortal, buyer: string): Promise<void> {
  const { url, demo } = portal;
  const { organization_id, organization_key: key, consumer_id } = demo;
  const attesters = [httpSpeaker(witness, { url, key }, buyer), await mcpSpeaker(witness, { url, key }, buyer)];
  for (const by of attesters) await attest(by, { agent_id: await anotherAgent(portal, organization_id), consumer_id });
  const [byHttp] = attesters;
  if (!byHttp) throw new Error('nobody attests');
  const [newest] = (await byHttp.call('list_receipts', {})).data;
  await keepLog(byHttp, newest.id);
  await submitMany(byHttp, { agent_id: await anotherAgent(portal, organization_id), consumer_id });
  for (const by of attesters) await by.close();
}

/** Database faults, with the error that each causes on each surface. */
const FAULTS = [
  {
    sql: ["CREATE TRIGGER broken BEFORE UPDATE ON checkout BEGIN SELECT RAISE(ABORT, 'broken'); END"],
    onServer: [
      "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'",
      'CREATE TRIGGER broken BEFORE UPDATE ON checkout FOR EACH ROW EXECUTE FUNCTION broken()',
    ],
    ...{ http: 'unavailable', mcp: 'unavailable', page: 'unavailable' },
  },
  {
    sql: ["UPDATE item SET body = json_remove(body, '$.property_specs')"],
    onServer: ["UPDATE item SET body = (body::jsonb - 'property_specs')::text, version = version + 1"],
    ...{ http: 'internal_error', mcp: 'rpc', page: '500' },
  },
];

/** Causes internal faults, whose messages must not quote the caller's input, even in the log. */
async function whileBroken(agents: readonly Speaker[]): Promise<void> {
  const [agent] = agents;
  if (!agent) throw new Error('no agent');
  const { id: checkout_id, continue_url: page } = (await agent.call('get_cart', {})).data;
  await agent.call('add_line_items', { checkout_id, line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  for (const fault of FAULTS) {
    const statements = postgresOf(database) === undefined ? fault.sql : fault.onServer;
    for (const statement of statements) await changeStored(database, statement);
    for (const by of agents) expect(await tryAll(by, checkout_id)).toContain(fault[by.name]);
    expect(await tryForms(witness, page)).toEqual([fault.page, fault.page]);
  }
}

const fields = [...FIELDS.keys()];

describe('the calls of this test', () => {
  it('cover every documented operation over HTTP and MCP, and every form of the page', () => {
    const http = DOCUMENTED.map(({ name }) => `http ${name}`);
    const mcp = DOCUMENTED.filter((one) => one.mcp).map(({ name }) => `mcp ${name}`);
    const forms = ['confirm-age', 'save', 'approve', 'pay'].map((form) => `page ${form}`);
    expect([...witness.succeeded]).toEqual(expect.arrayContaining([...http, ...mcp, ...forms]));
  });

  it('put a marker into every text that a shopper, an order adapter or an attester can send', () => {
    const scopes = ['commerce', 'fulfillment', 'signing-keys', 'receipts:write', 'receipts:read'];
    const sending = DOCUMENTED.filter(({ scope }) => scopes.includes(scope));
    const texts = sending.flatMap(({ name, input }) =>
      textPaths(toJsonSchema(input, 'input')).map((path) => `${name} ${path}`),
    );
    // A country is an enumeration, not free text.
    const free = texts.filter((text) => !text.endsWith('address_country'));
    expect(free.length).toBeGreaterThan(80);
    expect(free.filter((text) => !witness.marked.has(text))).toEqual([]);
  });

  it('send the handler the whole credential, and cause errors, faults and successes', () => {
    expect(card.seen).toContainEqual(fullCredential());
    expect(witness.refusals.length).toBeGreaterThan(500);
    expect(witness.answers.length).toBeGreaterThan(50);
    for (const event of ['payment_fault', 'fault', 'request', 'mcp_refused'])
      expect(logged).toContain(`"event":"${event}"`);
  });
});

describe("a caller's data", () => {
  it.each([...FIELDS])('%s is stored in %j and in no other column', (field, columns) => {
    expect(columnsWith(stored, (text) => holds(text, field))).toEqual([...columns].sort());
  });

  it.each(fields)('%s appears in no log line, error or response header', (field) => {
    const named = NAMED[field] ?? [];
    const lines = logged.split('\n').filter((line) => holds(line, field));
    const refusals = witness.refusals.filter((text) => holds(text, field));
    expect(named.includes('log') ? [] : lines).toEqual([]);
    expect(named.includes('refusal') ? [] : refusals).toEqual([]);
    expect(witness.headers.filter((text) => holds(text, field))).toEqual([]);
  });

  it.each(SECRET)('%s appears neither in the file, even as a hash, nor in a response', (field) => {
    expect(holds(bytes, field)).toBe(false);
    expect(bytes).not.toContain(createHash('sha256').update(marker(field)).digest('hex'));
    expect(witness.answers.filter((text) => holds(text, field))).toEqual([]);
  });
});

describe('API keys and links', () => {
  it('no key appears in the file, log lines, responses or headers', () => {
    const all = [bytes, logged, ...witness.answers, ...witness.refusals, ...witness.headers].join('\n');
    for (const key of keys) expect(all.includes(key)).toBe(false);
    expect(keys.every((key) => key.length > 30)).toBe(true);
  });

  it('keys and link codes created over HTTP appear only in their own responses', () => {
    const elsewhere = [bytes, logged, ...witness.refusals, ...witness.headers].join('\n');
    expect(made.length).toBeGreaterThan(3);
    for (const secret of made) {
      expect(secret.length).toBeGreaterThan(20);
      expect(elsewhere.includes(secret)).toBe(false);
      // The secret appears once when it was created, and once when the call was repeated.
      expect(witness.answers.filter((text) => text.includes(secret))).toHaveLength(2);
    }
  });

  it("a link's token is stored only in stored responses, and appears in payment errors but not in other errors", () => {
    const tokens = new Set(witness.answers.join('\n').match(/(?<=\/(?:checkout|orders)\/)[\w-]+\.\w+\.[\w-]{22}/g));
    expect(tokens.size).toBeGreaterThan(5);
    const inText = (text: string) => [...tokens].some((token) => text.includes(token));
    expect(columnsWith(stored, inText)).toEqual(['idempotency.body']);
    expect(inText(logged)).toBe(false);
    // Only these errors link to a page, on which the buyer can pay.
    const codes = witness.refusals.filter(inText).map((text) => /error\W+(\w+)/.exec(text)?.[1]);
    expect([...new Set(codes)].sort()).toEqual(['payment_failed', 'payment_instrument_invalid', 'total_changed']);
    expect(witness.headers.filter(inText).every((header) => header.startsWith('location: ../'))).toBe(true);
  });
});
