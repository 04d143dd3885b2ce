import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { vi } from 'vitest';
import type { DueName, ListName, Lists } from '../../src/ports.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { TABLE_NAMES } from '../../src/store/tables/tables.js';
import { newStore } from '../support/store.js';

interface Spied {
  readonly store: OpenedStore;
  readonly connection: Database;
  readonly sql: ReadonlySet<string>;
}

const shop = { shop_id: '-' };
const organization = { organization_id: '-' };
const filter = { min_price: undefined, max_price: undefined, in_stock: undefined, categories: [] };
const ofOrders = {
  ...{ deployment_id: '-', buyer_id: undefined, status: undefined, payment_status: undefined },
  ...{ created_from: undefined, created_before: undefined },
};

const ofShopOrders = {
  ...{ ...shop, terms: undefined, status: undefined, payment_status: undefined },
  ...{ created_from: undefined, created_before: undefined },
};

const LISTS: { readonly [N in ListName]: Lists[N]['filter'] } = {
  organizations: {},
  all_deployments: {},
  shops: organization,
  deployments: shop,
  consumers: organization,
  agents: organization,
  api_keys: organization,
  staff: organization,
  grants: organization,
  person_grants: { ...organization, person_id: '-' },
  oauth_clients: {},
  signing_keys: organization,
  active_signing_keys: organization,
  retired_signing_keys: organization,
  receipts: organization,
  items: shop,
  items_on_sale: shop,
  items_filtered: { ...shop, ...filter },
  stock_movements: { item: '-' },
  discounts: shop,
  orders: ofOrders,
  checkouts: organization,
  platform_carts: shop,
  shop_orders: ofShopOrders,
  changed_orders: { ...ofShopOrders, changed_since: 0 },
  requested_orders: shop,
  drafts: shop,
  abandoned_carts: { ...shop, from: 0, until: 0 },
  answers: {},
  payment_accounts: {},
  audit_events: { type: 'shop', id: '-' },
  audit_trail: organization,
  webhooks: organization,
  deliveries: { receiver: '-', state: undefined },
  deliveries_about: { subject: '-' },
  due_receivers: { at: 0 },
  due_lanes: { receiver: '-', at: 0 },
  outbox_figures: {},
};

const DUE: { readonly [N in DueName]: N } = {
  open_payments: 'open_payments',
  open_money: 'open_money',
  due_payments: 'due_payments',
  due_releases: 'due_releases',
  expired_carts: 'expired_carts',
  erasable_checkouts: 'erasable_checkouts',
  old_answers: 'old_answers',
  misindexed_items: 'misindexed_items',
  expired_link_codes: 'expired_link_codes',
  expired_platform_carts: 'expired_platform_carts',
  pending_logs: 'pending_logs',
  unsigned_logs: 'unsigned_logs',
  unwitnessed_logs: 'unwitnessed_logs',
  old_payment_events: 'old_payment_events',
  expired_oauth_clients: 'expired_oauth_clients',
  expired_oauth_codes: 'expired_oauth_codes',
  expired_oauth_tokens: 'expired_oauth_tokens',
  old_deliveries: 'old_deliveries',
  old_sign_ins: 'old_sign_ins',
  expired_sessions: 'expired_sessions',
};

/** Reads every table, list and due query, since most statements are prepared at first use. */
async function needAll(store: OpenedStore): Promise<void> {
  await store.read((rows) => {
    for (const table of TABLE_NAMES) {
      rows.get(table, '-');
      rows.many(table, ['-']);
    }
  });
  const list = <N extends ListName>(name: N) => store.list(name, LISTS[name], undefined, 1);
  await Promise.all(Object.keys(LISTS).map((name) => list(name as ListName)));
  await Promise.all(Object.values(DUE).map((name) => store.due(name, 0, 1)));
}

/**
 * Opens a store with a new connection. Returns the store, the connection and the statements that the store prepares;
 * those of row writes are not among them yet. The caller must restore the mocks.
 */
export async function spiedStore(file: string): Promise<Spied> {
  const sql = new Set<string>();
  const connections = new Set<Database>();
  const { prepare } = DatabaseConstructor.prototype;
  vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
    // Signed heads are stored in a separate file.
    if (this.name === file) {
      sql.add(text);
      connections.add(this);
    }
    return prepare.call(this, text);
  });
  const store = await newStore(file);
  const [connection] = connections;
  if (!connection) throw new Error('the store prepared nothing');
  await needAll(store);
  return { store, connection, sql };
}
