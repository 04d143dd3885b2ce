import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../src/ports.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { seed, setStock, write } from './sample-rows.js';
import { spiedStore } from './spied-store.js';

/** Design 2.1: every query that a request can cause is served by an index. */
describe('SQLite statements', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('serves every statement by an index', async () => {
    const { store, connection, sql } = await spiedStore(file);
    await seed(store);
    await write(
      store,
      setStock('s', null),
      { type: 'remove', table: 'discount', key: 'd' },
      { type: 'remove', table: 'idempotency', key: 'i' },
      { type: 'remove', table: 'link_code', key: 'l' },
      { type: 'remove', table: 'platform_cart', key: 'c' },
      { type: 'remove', table: 'webhook', key: 'w' },
      { type: 'remove', table: 'delivery_lane', key: 'd' },
      { type: 'remove', table: 'delivery', key: 'd' },
    );
    for (const filters of setsOf(EQUALITIES)) await listReceipts(store, filters);
    const statements = [...sql].filter((text) => /^\s*(select|update|delete|insert)/i.test(text));
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.flatMap((text) => scansOf(connection, text))).toEqual([]);
    await store.close();
  });

  it.each<[list: string, statement: RegExp, index: string]>([
    ['the discounts of a shop', /from "discount" where .*"shop_id" = \?.* order by/, 'discount_by_shop'],
    ['its automatic discounts', /from "discount" where .*"automatic" = 1/, 'discount_automatic'],
    ['whether it has items', /from "item" where "item"."key" > /, 'sqlite_autoindex_item_1'],
    ['open payments', /from "checkout" where .*"payment_started_at" <=/, 'checkout_paying'],
    ['expired carts', /^SELECT key FROM checkout WHERE .* expires_at <=/s, 'checkout_current'],
    ['where a slice of carts ends', /^SELECT deployment_id, buyer_id FROM checkout/, 'checkout_current'],
    ['what can be erased', /from "checkout" where .*"ended_at" <=/, 'checkout_erasable'],
    ['money on its way', /from "order" where .*"money_since" <=/, 'order_money'],
    ['the history of a row', /from "audit_event" where/, 'audit_event_by_subject'],
    ['the shops of an organization', /from "shop" where .*"organization_id" = \?.* order by/, 'shop_by_organization'],
    ['how many they are', /select count\(\*\) from "shop"/, 'shop_by_organization'],
    ['the deployments of a shop', /from "deployment" where .*"shop_id" = \?.* order by/, 'deployment_by_shop'],
    ['consumers', /from "consumer" where .*"organization_id" = \?.* order by/, 'consumer_by_organization'],
    ['agents', /from "agent" where .*"organization_id" = \?.* order by/, 'agent_by_organization'],
    ['keys', /from "api_key" where .*"organization_id" = \?.* order by/, 'api_key_by_organization'],
    ['expired link codes', /from "link_code" where .*"expires_at" <=/, 'link_code_by_expiry'],
    ['expired carts of platforms', /from "platform_cart" where .*"expires_at" <=/, 'platform_cart_by_expiry'],
    ['the carts of platforms', /from "platform_cart" where .*"shop_id" = \?.* order by/, 'platform_cart_by_shop'],
    [
      'the webhooks of an organization',
      /from "webhook" where .*"organization_id" = \?.* order by/,
      'webhook_by_organization',
    ],
    ['the deliveries to a receiver', /FROM delivery WHERE receiver = \$receiver {2}AND/, 'delivery_by_receiver'],
    ['those in one state', /FROM delivery WHERE receiver = \$receiver AND state/, 'delivery_by_state'],
    ['those about one object', /FROM delivery\s+WHERE subject/, 'delivery_by_subject'],
    ['old deliveries', /from "delivery" where .*"created_at" <=/, 'delivery_by_age'],
    ['the lanes that are due', /FROM delivery_lane\s+WHERE receiver = \$receiver/, 'delivery_lane_due'],
    ['old answers', /from "idempotency" where .*"created_at" <=/, 'idempotency_by_age'],
    ['the active key of an owner', /from "signing_key" where .*ifnull.*'active'/, 'signing_key_active'],
    ['the active keys', /from "signing_key" where .*'active' and .* limit/, 'signing_key_active_by_age'],
    ['the retired keys', /from "signing_key" where .*'retired'/, 'signing_key_by_organization'],
    ['a key by its fingerprint', /from "signing_key" where .*"key_fingerprint" =/, 'sqlite_autoindex_signing_key_2'],
    [
      'the keys of an organization',
      /from "signing_key" where (?!.*'active').* > .* order by/,
      'signing_key_by_organization',
    ],
    ['a receipt by its hash', /FROM receipt WHERE .*receipt_hash =/, 'sqlite_autoindex_receipt_3'],
    ['the first receipt of a job', /FROM receipt WHERE .*job_id = .* ORDER BY ifnull/, 'receipt_of_job'],
    ['the receipt that follows another', /FROM receipt WHERE .*ifnull\(.*\) = \?/, 'receipt_of_job'],
    ['the order of a context', /from "order" where "order"."context_hash" =/, 'order_by_context'],
  ])('finds %s by its index', async (_list, statement, index) => {
    const { store, connection, sql } = await spiedStore(file);
    const [found, ...more] = [...sql].filter((text) => statement.test(text));
    expect(more).toEqual([]);
    expect(planOf(connection, found ?? '')).toEqual([
      expect.stringMatching(new RegExp(`USING (COVERING )?INDEX ${index}\\b`)),
    ]);
    await store.close();
  });
});

/** A shop's items are listed with what is left of each, so their plans have a second line. */
describe('lists of items in SQLite', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['on sale', true, 'item_on_sale'],
    ['withdrawn too', false, 'item_by_shop'],
  ])('are served by their own index: %s', async (_name, active, index) => {
    const { store, connection, sql } = await spiedStore(join(folder, 'portal.db'));
    const lists = [...sql].filter((text) => /from "item" left join .* order by/.test(text));
    const [found, ...more] = lists.filter((text) => text.includes(`"status" = 'active'`) === active);
    expect(more).toEqual([]);
    expect(planOf(connection, found ?? '')).toEqual([
      `SEARCH item USING INDEX ${index} (shop_id=? AND (created_at,key)>(?,?))`,
      ...(active
        ? [
            expect.stringMatching(/^CORRELATED/),
            expect.stringMatching(/^SEARCH earlier USING COVERING INDEX item_variant/),
          ]
        : []),
      expect.stringMatching(/^SEARCH counter USING PRIMARY KEY/),
    ]);
    await store.close();
  });
});

/** Each set of filters that a list of orders can have, and the index that holds just these columns in its order. */
const ORDER_LISTS: readonly (readonly [filters: readonly string[], index: string])[] = [
  [[], 'order_by_deployment'],
  [['status'], 'order_by_deployment_status'],
  [['payment_status'], 'order_by_deployment_payment'],
  [['status', 'payment_status'], 'order_by_deployment_both'],
  [['buyer_id'], 'order_by_buyer'],
  [['buyer_id', 'status'], 'order_by_buyer_status'],
  [['buyer_id', 'payment_status'], 'order_by_buyer_payment'],
  [['buyer_id', 'status', 'payment_status'], 'order_by_buyer_both'],
];

/** The columns that a list of orders asks to be equal to something. */
const equalities = (text: string) => [...text.matchAll(/"order"\."(\w+)" = /g)].map(([, column]) => column);

describe('lists of orders in SQLite', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('has a statement for each set of filters, served by its own index from the first column to the last', async () => {
    const { store, connection, sql } = await spiedStore(join(folder, 'portal.db'));
    const lists = [...sql].filter((text) => /from "order" where .*"deployment_id" = /.test(text));
    const plans = lists.map((text) => [new Set(equalities(text)), planOf(connection, text)]);
    const expected = ORDER_LISTS.map(([filters, index]) => {
      const columns = ['deployment_id', ...filters];
      const equal = columns.map((name) => `${name}=?`).join(' AND ');
      return [new Set(columns), [`SEARCH order USING COVERING INDEX ${index} (${equal} AND (created_at,key)<(?,?))`]];
    });
    expect(plans).toHaveLength(expected.length);
    expect(plans).toEqual(expect.arrayContaining(expected));
    await store.close();
  });
});

/** The filters of a list of receipts that have an index of their own; of several, the first decides. */
const RECEIPT_INDEXES: readonly (readonly [column: string, index: string])[] = [
  ['context_hash', 'receipt_by_context'],
  ['consumer_id', 'receipt_by_consumer'],
  ['agent_id', 'receipt_by_agent'],
  ['signing_key_id', 'receipt_by_key'],
  ['resolution', 'receipt_by_resolution'],
];
const EQUALITIES = ['job_id', 'context_hash', 'consumer_id', 'agent_id', 'signing_key_id', 'resolution'];
const RANGES = ['received_from', 'received_before', 'issued_from', 'issued_before'];

/** Every set of these names. */
function setsOf(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => sets.flatMap((set) => [set, [...set, name]]), [[]]);
}

const RECEIPT_LISTS = setsOf([...EQUALITIES, ...RANGES]);

/** The part of the index that each list walks along: what is equal, and from where to where. */
function receiptPlan(filters: readonly string[]): string[] {
  const has = (name: string) => filters.includes(name);
  const search = (index: string, equal: readonly string[], range: string) =>
    `SEARCH receipt USING INDEX ${index} (${['organization_id', ...equal].map((name) => `${name}=?`).join(' AND ')}${range})`;
  if (has('job_id')) {
    const equal = has('agent_id') ? ['job_id', 'agent_id'] : ['job_id'];
    return [search('receipt_of_job', equal, ''), 'USE TEMP B-TREE FOR ORDER BY'];
  }
  const byIssue = has('issued_from') || has('issued_before');
  const [column, index] = RECEIPT_INDEXES.find(([name]) => has(name)) ?? [undefined, 'receipt_by_received'];
  const by = byIssue ? 'issued_at' : 'received_at';
  const from = has(byIssue ? 'issued_from' : 'received_from') ? ` AND ${by}>?` : '';
  const range = `${from} AND (${by},log_index)<(?,?)`;
  return [
    byIssue ? search('receipt_by_issued', [], range) : search(index, column === undefined ? [] : [column], range),
  ];
}

/** Asks for a list by a set of filters: its statement is made when it is first needed. */
function listReceipts(store: Store, filters: readonly string[]) {
  const given = filters.map((name) => [name, RANGES.includes(name) ? 1 : 'x']);
  return store.list('receipts', { organization_id: 'org_1', ...Object.fromEntries(given) }, undefined, 10);
}

describe('lists of receipts in SQLite', () => {
  it('of those that went well are walked along all: an index of them would hold nearly every receipt', async () => {
    const folder = temporaryFolder();
    const { store, connection, sql } = await spiedStore(join(folder, 'portal.db'));
    await store.list('receipts', { organization_id: 'org_1', resolution: 'success' }, undefined, 10);
    const text = [...sql].find((one) => one.includes('resolution = $resolution')) ?? '';
    expect(planOf(connection, text)).toEqual([
      'SEARCH receipt USING INDEX receipt_by_received (organization_id=? AND (received_at,log_index)<(?,?))',
    ]);
    await store.close();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it(`are walked along an index in their order, for each of the ${RECEIPT_LISTS.length} sets of filters`, async () => {
    const folder = temporaryFolder();
    const { store, connection, sql } = await spiedStore(join(folder, 'portal.db'));
    const texts = new Map([['', [...sql].filter((text) => /FROM receipt INDEXED BY/.test(text))]]);
    for (const filters of RECEIPT_LISTS) {
      const known = new Set(sql);
      await listReceipts(store, filters);
      const name = statementName(filters);
      texts.set(name, [...(texts.get(name) ?? []), ...[...sql].filter((text) => !known.has(text))]);
      const [text, ...more] = texts.get(name) ?? [];
      expect([filters, planOf(connection, text ?? ''), more]).toEqual([filters, receiptPlan(filters), []]);
    }
    await store.close();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
});

/** Where a list ends by the time of its order is the position of its first page: the statement is that of the list without. */
function statementName(filters: readonly string[]): string {
  const byIssue = filters.some((name) => name.startsWith('issued'));
  const isIssued = byIssue ? ['by issue'] : [];
  const end = byIssue ? 'issued_before' : 'received_before';
  return [...isIssued, ...filters.filter((name) => name !== end)].join();
}

/**
 * Scans that cost no more than what they return: keys given as JSON, a match of the text index, a limited walk along a
 * key. The carts that are open are walked on purpose: an index by expiry would be written at every change of a cart. So are the
 * shops, each with two searches of an index: whether the terms of its items are in its language is asked once a minute. The
 * receipts of a job are few, and sorted.
 */
const SMALL = [
  /^SCAN checkout USING INDEX checkout_current$/,
  /^SCAN json_each VIRTUAL TABLE/,
  /^SCAN item_token VIRTUAL TABLE INDEX \d+:(M|=$)/,
  /^SCAN shop$/,
  /^SCAN (deployment|organization) USING INDEX/,
];

function planOf(database: Database, text: string): string[] {
  const bound = text.replaceAll(/\?|\$\w+/g, 'NULL');
  const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`).all();
  return plan.map(({ detail }) => detail);
}

/** The lines of a statement's plan that read a whole table, or sort what no index orders. */
function scansOf(database: Database, text: string): string[] {
  const search = text.includes('item_token MATCH') || text.includes('INDEXED BY receipt_of_job');
  return planOf(database, text)
    .filter((detail) => /^SCAN/.test(detail) || (/TEMP B-TREE/.test(detail) && !search))
    .filter((detail) => !SMALL.some((small) => small.test(detail)))
    .map((detail) => `${detail}: ${text}`);
}
