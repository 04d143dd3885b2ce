import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CandidateQuery } from '../../src/domain/search/search-reads.js';
import type { DueName, ListName, Lists } from '../../src/ports.js';
import { DUE } from '../../src/store/lists/due.js';
import type { ListReads } from '../../src/store/lists/list-query.js';
import { LISTS } from '../../src/store/lists/lists.js';
import {
  readClosed,
  readHead,
  readHeads,
  readLeaves,
  readNodes,
  readPending,
  readRowEntries,
} from '../../src/store/log/log-reads.js';
import { LOOKUP_NAMES, LOOKUPS, type LookupName } from '../../src/store/lookups/lookups.js';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { LOOKUP_STATEMENTS } from '../../src/store/postgres/rows/lookup-statements.js';
import { firstOf } from '../../src/store/postgres/search/search.js';
import { readCandidates, readVocabulary } from '../../src/store/search/search.js';
import { readNow, readSoon } from '../../src/store/sql/reads.js';
import { SQLITE } from '../../src/store/sql/sqlite-dialect.js';
import { CandidateCache } from '../../src/store/sqlite/search/candidate-cache.js';
import { firstFrom } from '../../src/store/sqlite/search/search.js';
import { releasePostgres, unusedPostgres } from '../support/postgres.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { PostgresPlans, SqlitePlans } from './query-plans.js';

/**
 * A query's name, its reads, and the index that gives its order. On SQLite, the query must use exactly this index and
 * the `others`.
 */
interface PlanCase {
  readonly name: string;
  reads(): ListReads<unknown>;
  readonly index: string;
  readonly others: readonly string[];
}

function list<N extends ListName>(
  name: N,
  filter: Lists[N]['filter'],
  index: string,
  others: readonly string[] = [],
): PlanCase {
  const given = Object.entries(filter).flatMap(([member, value]) => (value === undefined ? [] : [member]));
  return { name: `${name} by ${given.join()}`, reads: () => LISTS[name](filter, undefined, 10), index, others };
}

function due(name: DueName, index: string, others: readonly string[] = []): PlanCase {
  return { name: `due: ${name}`, reads: () => DUE[name](1, 10), index, others };
}

const organization = { organization_id: 'o' };
const shop = { shop_id: 's' };
const ANY_PRICE = { min_price: undefined, max_price: undefined };
const IN_FILTER = ['counter_pkey', 'item_by_price', 'item_variant'];

const TENANTS = [
  list('organizations', {}, 'organization_pkey'),
  list('all_deployments', {}, 'deployment_pkey'),
  list('shops', organization, 'shop_by_organization'),
  list('deployments', shop, 'deployment_by_shop'),
  list('consumers', organization, 'consumer_by_organization'),
  list('agents', organization, 'agent_by_organization'),
  list('api_keys', organization, 'api_key_by_organization'),
  list('staff', organization, 'staff_by_organization'),
  list('grants', organization, 'api_key_grants'),
  list('person_grants', { person_id: 'p', ...organization }, 'api_key_by_person'),
  list('signing_keys', organization, 'signing_key_by_organization'),
  list('active_signing_keys', organization, 'signing_key_active_by_age'),
  list('retired_signing_keys', organization, 'signing_key_by_organization'),
  list('answers', {}, 'idempotency_pkey'),
  list('payment_accounts', {}, 'payment_account_pkey'),
  list('oauth_clients', {}, 'oauth_client_pkey'),
  list('audit_events', { type: 'shop', id: 's' }, 'audit_event_by_subject'),
  list('audit_trail', organization, 'audit_event_of_organization'),
  list('audit_trail', { ...organization, actor: 'k' }, 'audit_event_of_organization'),
];

const OF_SHOPS = [
  list('items', shop, 'item_by_shop', ['counter_pkey']),
  list('items_on_sale', shop, 'item_on_sale', ['counter_pkey', 'item_variant']),
  list('items_filtered', { ...shop, ...ANY_PRICE, in_stock: undefined, categories: [] }, 'item_on_sale', IN_FILTER),
  list(
    'items_filtered',
    { ...shop, min_price: 1, max_price: 2, in_stock: true, categories: ['a', 'b'] },
    'item_on_sale',
    [...IN_FILTER, 'item_token MATCH'],
  ),
  list('items_filtered', { ...shop, ...ANY_PRICE, in_stock: false, categories: [] }, 'item_by_price', [
    ...IN_FILTER,
    'item_on_sale',
  ]),
  list('stock_movements', { item: 'i' }, 'stock_movement_pkey'),
  list('discounts', shop, 'discount_by_shop'),
  list('checkouts', organization, 'checkout_pkey', ['shop_pkey']),
  list('platform_carts', shop, 'platform_cart_by_shop'),
  list('drafts', shop, 'checkout_draft'),
  list('abandoned_carts', { ...shop, from: 1, until: 2 }, 'checkout_abandoned'),
];

const OUTBOX = [
  list('webhooks', organization, 'webhook_by_organization'),
  list('deliveries', { receiver: 'r', state: undefined }, 'delivery_by_receiver'),
  list('deliveries', { receiver: 'r', state: 'dead' }, 'delivery_by_state'),
  list('deliveries_about', { subject: 's' }, 'delivery_by_subject'),
  list('due_receivers', { at: 1 }, 'delivery_lane_due', ['later_pkey']),
  list('due_lanes', { receiver: 'r', at: 1 }, 'delivery_lane_due'),
  list('outbox_figures', {}, 'delivery_lane_due'),
];

const DUE_WORK = [
  due('open_payments', 'checkout_paying'),
  due('open_money', 'order_money'),
  due('due_payments', 'payment_due'),
  // Deliberately a scan, since an index by expiry would be written at every change of a cart.
  due('expired_carts', 'checkout_current'),
  due('erasable_checkouts', 'checkout_erasable'),
  due('old_answers', 'idempotency_by_age'),
  due('expired_link_codes', 'link_code_by_expiry'),
  due('expired_platform_carts', 'platform_cart_by_expiry'),
  due('old_payment_events', 'payment_event_by_age'),
  due('expired_oauth_clients', 'oauth_client_by_expiry'),
  due('expired_oauth_codes', 'oauth_code_by_expiry'),
  due('expired_oauth_tokens', 'oauth_token_by_expiry'),
  due('old_deliveries', 'delivery_by_age'),
  due('old_sign_ins', 'sign_in_by_age'),
  due('expired_sessions', 'session_by_expiry'),
  due('due_releases', 'order_release'),
  due('pending_logs', 'log_pending_pkey', ['SCAN waiting']),
  due('unsigned_logs', 'organization_by_public_log', ['head_pkey', 'shown_pkey']),
  due('unwitnessed_logs', 'organization_by_public_log', ['head_pkey', 'shown_pkey']),
];

const RECEIPT_OF_LOG = 'receipt_organization_id_log_index_key';
const LOGS: readonly PlanCase[] = [
  { name: 'the head of a log', reads: () => readHead('o'), index: 'log_head_pkey', others: ['receipt_by_received'] },
  {
    name: 'the heads of logs',
    reads: () => readHeads(['o']),
    index: 'log_head_pkey',
    others: ['receipt_by_received'],
  },
  {
    name: 'nodes of a log',
    reads: () => readNodes('o', [{ level: 0, position: 0 }]),
    index: 'log_node_pkey',
    others: [],
  },
  { name: 'leaves of a log', reads: () => readLeaves('o', 0, 9), index: 'log_entry_pkey', others: [RECEIPT_OF_LOG] },
  {
    name: 'the entries of a log except those of orders, countersignatures and grants',
    reads: () => readRowEntries('o'),
    index: 'log_entry_of_rows',
    others: [],
  },
  { name: 'the entries that wait', reads: () => readPending('o', 9), index: 'log_pending_pkey', others: [] },
  { name: 'earlier names of a log', reads: () => readClosed('o'), index: 'log_closed_pkey', others: [] },
];

const FOUND = { shop_id: 's', terms: undefined, created_from: undefined, created_before: undefined };
const ANY = { status: undefined, payment_status: undefined };
const TERMS = [{ term: 'a', isStart: true }];

/** Further indexes and steps of a query that starts from a rare term. */
const BY_TERM = [
  'indexed_order_pkey',
  'order_by_seq',
  'order_term_pkey',
  'shop_pkey',
  'USE TEMP B-TREE FOR DISTINCT',
  'USE TEMP B-TREE FOR ORDER BY',
];

const NEWEST_SHOP_ORDERS: readonly (readonly [
  filter: Lists['shop_orders']['filter'],
  index: string,
  others?: readonly string[],
])[] = [
  [{ ...FOUND, ...ANY }, 'order_by_shop'],
  [{ ...FOUND, ...ANY, created_from: 1, created_before: 2 }, 'order_by_shop'],
  [{ ...FOUND, ...ANY, status: 'fulfilled' }, 'order_by_shop_both'],
  [{ ...FOUND, ...ANY, payment_status: 'paid' }, 'order_by_shop_both'],
  [{ ...FOUND, status: 'fulfilled', payment_status: 'paid' }, 'order_by_shop_both'],
  [{ ...FOUND, ...ANY, terms: TERMS }, 'order_term_pkey', BY_TERM],
];

/** The first page reads the bodies through the row cache, and later pages in the query itself. */
const SHOP_ORDERS = [
  ...NEWEST_SHOP_ORDERS.flatMap(([filter, index, others]): PlanCase[] => {
    const first = list('shop_orders', filter, index, others);
    const reads = () => LISTS.shop_orders(filter, { created_at: 1, id: 'i' }, 10);
    return [first, { ...first, name: `${first.name}, a later page`, reads }];
  }),
  list('changed_orders', { ...FOUND, ...ANY, changed_since: 0 }, 'order_by_change'),
  list('changed_orders', { ...FOUND, ...ANY, status: 'fulfilled', changed_since: 0 }, 'order_by_change'),
  list('changed_orders', { ...FOUND, ...ANY, terms: TERMS, changed_since: 0 }, 'order_term_pkey', BY_TERM),
  list('requested_orders', shop, 'order_requested'),
];

/**
 * Each combination of filters for orders, and the index with the columns of the filters and of the sort. A filter by one
 * status reads each value of the other.
 */
const ORDER_LISTS: readonly (readonly [filters: readonly string[], index: string])[] = [
  [[], 'order_by_deployment'],
  [['status'], 'order_by_deployment_both'],
  [['payment_status'], 'order_by_deployment_both'],
  [['status', 'payment_status'], 'order_by_deployment_both'],
  [['buyer_id'], 'order_by_buyer'],
  [['buyer_id', 'status'], 'order_by_buyer_both'],
  [['buyer_id', 'payment_status'], 'order_by_buyer_both'],
  [['buyer_id', 'status', 'payment_status'], 'order_by_buyer_both'],
];

function orders(filters: readonly string[], index: string): PlanCase {
  const has = (name: string) => filters.includes(name);
  const filter = {
    deployment_id: 'd',
    buyer_id: has('buyer_id') ? 'b' : undefined,
    status: has('status') ? ('fulfilled' as const) : undefined,
    payment_status: has('payment_status') ? ('paid' as const) : undefined,
    ...{ created_from: undefined, created_before: undefined },
  };
  return list('orders', filter, index);
}

/** Receipt filters with a dedicated index. With several filters, SQLite uses the index of the first in this list. */
const RECEIPT_INDEXES: readonly (readonly [column: string, index: string])[] = [
  ['context_hash', 'receipt_by_context'],
  ['consumer_id', 'receipt_by_consumer'],
  ['agent_id', 'receipt_by_agent'],
  ['signing_key_id', 'receipt_by_key'],
  ['resolution', 'receipt_by_resolution'],
];
const RECEIPT_ORDERS = [
  ...RECEIPT_INDEXES,
  ['issued_from', 'receipt_by_issued'] as const,
  ['received_from', 'receipt_by_received'] as const,
];
const RANGES = ['received_from', 'received_before', 'issued_from', 'issued_before'];

/** Returns every combination of these names. */
function setsOf(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => sets.flatMap((set) => [set, [...set, name]]), [[]]);
}

const RECEIPT_LISTS = setsOf(['job_id', ...RECEIPT_INDEXES.map(([column]) => column), ...RANGES]);

function receipts(filters: readonly string[]) {
  const given = filters.map((name) => [name, RANGES.includes(name) ? 1 : 'x']);
  return LISTS.receipts({ ...organization, ...Object.fromEntries(given) }, undefined, 10);
}

/** Returns the expected plan on SQLite: the index, its columns that are compared by equality, and the range. */
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

const ALL = [
  ...TENANTS,
  ...OF_SHOPS,
  ...OUTBOX,
  ...DUE_WORK,
  ...LOGS,
  ...SHOP_ORDERS,
  ...ORDER_LISTS.map(([filters, index]) => orders(filters, index)),
];

const NAMED = ALL.map((one) => [one.name, one.index, one] as const);

/** Queries with separate tests below. */
const OTHERS = ['receipts', 'due: misindexed_items'];

/** Indexes that SQLite uses for each lookup. */
const LOOKUP_INDEXES: { readonly [N in LookupName]: readonly string[] } = {
  currentCheckout: ['checkout_current'],
  purchase: ['checkout_purchase'],
  automaticDiscounts: ['discount_automatic'],
  consumersOf: ['consumer_by_organization'],
  hasItems: ['item_key_key'],
  countOauthClients: ['oauth_client_by_expiry'],
  countShops: ['shop_by_organization'],
  countStaff: ['staff_by_organization'],
  confirmedStaff: ['staff_by_organization'],
  rolesOf: ['staff_by_person'],
  passkeysOf: ['passkey_by_person'],
  firstShop: ['shop_by_organization'],
  countSignIns: ['sign_in_by_person'],
  usage: [
    ...['agent_by_organization', 'consumer_by_organization', 'counter_pkey', 'deployment_by_shop'],
    ...['shop_by_organization', 'signing_key_organization_id_key_fingerprint_key', 'usage_pkey'],
  ],
  variants: ['item_variant'],
  signingKeyByFingerprint: ['log_entry_of_id', 'signing_key_organization_id_key_fingerprint_key'],
  firstEntryOf: ['log_entry_of_id'],
  lastEntryOf: ['log_entry_of_id'],
  entryBefore: ['log_entry_of_id'],
  countersignaturesOf: ['log_entry_of_id'],
  activeSigningKey: ['signing_key_active'],
  receipt: ['receipt_pkey'],
  // The scan counts the parts of the index down.
  receiptByHash: ['SCAN part', 'receipt_by_hash', 'receipt_organization_id_log_index_key', 'receipt_pkey'],
  receiptOfJob: ['receipt_of_job'],
  receiptSuperseding: ['receipt_of_job'],
  hasOpenPayment: ['checkout_paying', 'order_money', 'payment_due', 'payment_pkey'],
  hasMaxMails: ['delivery_limited'],
  spending: ['payment_spender'],
  orderByNumber: ['order_shop_id_display_id_key'],
  orderByContext: ['order_by_context'],
};

const SEARCH: CandidateQuery = {
  stages: [[['a', 'b'], ['c']]],
  filter: { ...ANY_PRICE, in_stock: undefined },
  ...{ limit: 10, depth: 100, of_product: 1 },
};
const VOCABULARY = [
  [{ by: 'word', texts: ['a'] }, 'vocabulary_pkey'],
  [{ by: 'term', texts: ['a'] }, 'vocabulary_by_term'],
  [{ by: 'start', text: 'a', longest: 5, limit: 3 }, expect.stringMatching(/^vocabulary_(pkey|by_start)$/)],
  [{ by: 'end', text: 'a', longest: 5, limit: 3 }, 'vocabulary_by_end'],
] as const;

/** Words with a prefix can be read by either of the first two indexes, between which the engines choose differently. */
const VOCABULARY_INDEXES = ['vocabulary_pkey', 'vocabulary_by_start', 'vocabulary_by_term', 'vocabulary_by_end'];
/** The query scans all shops, and searches the second index twice for each. */
const MISINDEXED = ['item_pkey', 'item_search_by_form'];

/** Inserts receipts, each of a different job. */
const MANY_RECEIPTS = `
  INSERT INTO receipt (id, organization_id, log_index, agent_id, consumer_id, job_id, resolution, context_hash, receipt_hash,
    signing_key_id, key_fingerprint, signed_bytes, signature, issued_at, received_at, mac)
  SELECT 'r' || n, 'o', n, 'a', 'c', 'j' || n, 'success', 'h', 'h' || n, 'k', 'f', '', '', n, n, ''
  FROM generate_series(1, 2000) AS n`;

/** Indexes that only keep rows unique. */
const UNIQUE_ONLY = ['shop_by_seq'];

it('the cases cover every list and due query', () => {
  const names = [...Object.keys(LISTS), ...Object.keys(DUE).map((name) => `due: ${name}`)];
  const covered = [...ALL.map(({ name }) => name.replace(/ by .*/, '')), ...OTHERS];
  expect(names.filter((name) => !covered.includes(name))).toEqual([]);
});

describe('plans on SQLite', () => {
  let folder: string;
  let database: Database;
  let plans: SqlitePlans;
  beforeAll(async () => {
    folder = temporaryFolder();
    const file = join(folder, 'portal.db');
    await (await newStore(file)).close();
    database = new DatabaseConstructor(file);
    plans = new SqlitePlans(database);
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('cover every index', () => {
    const names = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .pluck()
      .all();
    const covered = [
      ...ALL.flatMap(({ index, others }) => [index, ...others]),
      ...RECEIPT_ORDERS.map(([, index]) => index),
      ...Object.values(LOOKUP_INDEXES).flat(),
      ...VOCABULARY_INDEXES,
      ...MISINDEXED,
      ...UNIQUE_ONLY,
    ];
    expect(names.filter((name) => !covered.includes(name))).toEqual([]);
  });

  it.each(NAMED)('reads %s with the index %s', (_name, index, { reads, others }) => {
    readNow(reads(), plans);
    expect(plans.takeIndexes()).toEqual([...new Set([index, ...others])].sort());
  });

  it('finds the answer of each lookup by its indexes', () => {
    for (const name of LOOKUP_NAMES) {
      const query = LOOKUPS[name].query(SQLITE.words, (value) => sql`${sql.placeholder(value)}`);
      const { text } = SQLITE.render(query);
      plans.explain(text, Array(text.split('?').length - 1).fill('x'));
      expect({ name, indexes: plans.takeIndexes() }).toEqual({ name, indexes: LOOKUP_INDEXES[name] });
    }
  });

  it('finds items with outdated terms by the index of their form', () => {
    readNow(DUE.misindexed_items(1, 10), plans);
    expect(plans.takeIndexes()).toEqual(expect.arrayContaining(MISINDEXED));
  });

  it.each(ORDER_LISTS)(
    'reads orders by %j from one index alone, and uses all columns of that index',
    (filters, index) => {
      readNow(orders(filters, index).reads(), plans);
      const equal = [
        'deployment_id',
        ...(filters.includes('buyer_id') ? ['buyer_id'] : []),
        ...(index.endsWith('_both') ? ['status', 'payment_status'] : []),
      ];
      const columns = equal.map((name) => `${name}=?`).join(' AND ');
      // The parts of a filter by one status are merged, not sorted.
      const lines = plans.take().filter((line) => !/^(MERGE \(UNION ALL\)|LEFT|RIGHT)$/.test(line));
      expect([...new Set(lines)]).toEqual([
        `SEARCH order USING COVERING INDEX ${index} (${columns} AND (created_at,key)<(?,?))`,
      ]);
    },
  );

  it('reads items on sale by the first columns of their index, in the order of the index', () => {
    readNow(LISTS.items_on_sale(shop, undefined, 10), plans);
    expect(plans.take()).toEqual([
      'SEARCH item USING INDEX item_on_sale (shop_id=? AND (created_at,key)>(?,?))',
      expect.stringMatching(/^CORRELATED/),
      expect.stringMatching(/^SEARCH earlier USING COVERING INDEX item_variant/),
      expect.stringMatching(/^SEARCH counter USING PRIMARY KEY/),
    ]);
    readNow(LISTS.items(shop, undefined, 10), plans);
    expect(plans.take()).toEqual([
      'SEARCH item USING INDEX item_by_shop (shop_id=? AND (created_at,key)>(?,?))',
      expect.stringMatching(/^SEARCH counter USING PRIMARY KEY/),
    ]);
  });

  it('reads successful receipts without a dedicated index, which would contain nearly every receipt', () => {
    readNow(LISTS.receipts({ ...organization, resolution: 'success' }, undefined, 10), plans);
    expect(plans.take()).toEqual([
      'SEARCH receipt USING INDEX receipt_by_received (organization_id=? AND (received_at,log_index)<(?,?))',
    ]);
  });

  it(`reads receipts by the expected index for each of ${RECEIPT_LISTS.length} sets of filters`, () => {
    for (const filters of RECEIPT_LISTS) {
      readNow(receipts(filters), plans);
      expect([filters, plans.take()]).toEqual([filters, receiptPlan(filters)]);
    }
  });

  it.each(VOCABULARY)('reads the vocabulary by %j in index order', (wanted, index) => {
    readNow(readVocabulary('s', wanted), plans);
    expect(plans.takeIndexes()).toEqual([index]);
  });

  it('reads candidates by the index of tokens', () => {
    readNow(readCandidates('s', SEARCH, firstFrom(new CandidateCache(database))), plans);
    expect(plans.takeIndexes()).toEqual(['item_token MATCH']);
  });
});

describe('plans on PostgreSQL', () => {
  let url: string;
  let connections: Connections;
  beforeAll(async () => {
    url = await unusedPostgres();
    connections = new Connections(url, 1);
  });
  afterAll(async () => {
    await connections.close();
    await releasePostgres(url);
  });

  /** Returns the indexes that the reads use while these planner settings are off. */
  function indexesOf(reads: ListReads<unknown>, off: readonly string[]): Promise<string[]> {
    return connections.use(async (session) => {
      // As for lists and searches: statements that find rows by key use no bitmap scans.
      await session.run('BEGIN; SET LOCAL enable_bitmapscan = on');
      const plans = await PostgresPlans.on(session, off);
      await readSoon(reads, plans);
      await session.run('ROLLBACK');
      return plans.takeIndexes();
    });
  }

  it.each(NAMED)('reads %s with the index %s, without a sort', async (_name, index, { reads }) => {
    const used = await indexesOf(reads(), ['seqscan', 'bitmapscan', 'sort']);
    expect(used).toContain(index);
    expect(used.filter((name) => /^(Seq Scan|Sort)/.test(name))).toEqual([]);
  });

  // Without statistics, the server may choose any index that begins with the columns.
  it('finds the answer of each lookup without reading a whole table', async () => {
    await connections.use(async (session) => {
      // As for lists and searches: statements that find rows by key use no bitmap scans.
      await session.run('BEGIN; SET LOCAL enable_bitmapscan = on');
      const plans = await PostgresPlans.on(session, ['seqscan', 'bitmapscan']);
      for (const [name, { text, names }] of LOOKUP_STATEMENTS) {
        await plans.explain(text, [[1], ...names.map(() => ['x'])]);
        const used = plans.takeIndexes();
        expect({ name, scans: used.filter((line) => line.startsWith('Seq Scan')) }).toEqual({ name, scans: [] });
        expect({ name, indexes: used.length > 0 }).toEqual({ name, indexes: true });
      }
      await session.run('ROLLBACK');
    });
  });

  it('finds items with outdated terms by the index of their form', async () => {
    expect(await indexesOf(DUE.misindexed_items(1, 10), ['seqscan', 'bitmapscan'])).toEqual(
      expect.arrayContaining(MISINDEXED),
    );
  });

  it.each(RECEIPT_ORDERS)('reads receipts by %s with the index %s, without a sort', async (filter, index) => {
    expect(await indexesOf(receipts([filter]), ['seqscan', 'bitmapscan', 'sort'])).toEqual([index]);
  });

  it('sorts the few receipts of a job', async () => {
    await connections.use(async (session) => {
      // As for lists and searches: statements that find rows by key use no bitmap scans.
      await session.run('BEGIN; SET LOCAL enable_bitmapscan = on');
      const plans = await PostgresPlans.on(session, ['seqscan', 'bitmapscan']);
      await session.run(`SET LOCAL session_replication_role = replica; ${MANY_RECEIPTS}; ANALYZE receipt`);
      await readSoon(receipts(['job_id']), plans);
      await session.run('ROLLBACK; ANALYZE receipt');
      expect(plans.takeIndexes()).toEqual(['Sort', 'receipt_of_job']);
    });
  });

  it.each(VOCABULARY)('reads the vocabulary by %j from its index', async (wanted, index) => {
    const used = await indexesOf(readVocabulary('s', wanted), ['seqscan', 'bitmapscan']);
    expect(used.filter((name) => name !== 'Sort')).toEqual([index]);
  });

  it('reads candidates by the index of tokens', async () => {
    const used = await indexesOf(readCandidates('s', SEARCH, firstOf), ['seqscan', 'indexscan']);
    expect(used).toEqual(['Sort', 'item_search_tokens']);
  });
});
