import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../../../db/sqlite/schema.js';
import { contextHash } from '../../attestation/context-hash.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { moneySince, type Order } from '../../domain/order/order.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import { discountKey } from '../../domain/shop/discount.js';
import { type Item, itemKey } from '../../domain/shop/item.js';
import { type RemovableTable, StoreConflict, type TableName, type Tables } from '../../ports.js';
import type { Aggregate } from './aggregate.js';
import { isUniqueViolation } from './connection.js';
import { decodeRow } from './decode-row.js';
import type { CacheGroup } from './row-cache.js';

/** A table with the columns that every aggregate has. */
interface AggregateTable extends SQLiteTable {
  readonly key: SQLiteColumn;
  readonly version: SQLiteColumn;
  readonly body: SQLiteColumn;
}

/** What a row is born with and never changes. */
const IDENTITY = [
  'organization_id',
  'shop_id',
  'deployment_id',
  'buyer_id',
  'checkout_id',
  'display_id',
  'hash',
  'agent_id',
  'key_fingerprint',
  'context_hash',
];

/** A delete of any other table would have to look for references to it. */
const REMOVABLE: ReadonlySet<TableName> = new Set<RemovableTable>(['discount', 'idempotency', 'link_code']);

/** The values of the columns beside `version` and `body`, by column name. */
type Columns = Readonly<Record<string, string | number | null>>;

interface Versioned {
  readonly version: number;
  readonly created_at: number;
}

type KeyAndColumns<R> = (row: R) => { readonly key: string } & Columns;

function aggregate<T extends TableName>(
  db: BetterSQLite3Database,
  name: T,
  table: AggregateTable,
  columnNames: readonly string[],
  columnsOf: KeyAndColumns<Tables[T]>,
): Aggregate<Tables[T]> {
  const placeholders = Object.fromEntries(
    ['key', 'created_at', 'version', 'body', ...columnNames].map((column) => [column, sql.placeholder(column)]),
  );
  const select = db
    .select({ key: table.key, version: table.version, body: table.body })
    .from(table)
    .where(sql`${table.key} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`)
    .prepare();
  const selectOne = db
    .select({ version: table.version, body: table.body })
    .from(table)
    .where(eq(table.key, sql.placeholder('key')))
    .prepare();
  const insert = db.insert(table).values(placeholders).onConflictDoNothing({ target: table.key }).prepare();
  // Setting a column, even to what it was, makes SQLite write its indexes and check its references again.
  const fixed = new Set<string>(['key', 'created_at', ...IDENTITY]);
  const changeable = Object.fromEntries(Object.entries(placeholders).filter(([column]) => !fixed.has(column)));
  const update = db
    .update(table)
    .set(changeable)
    .where(and(eq(table.key, sql.placeholder('key')), eq(table.version, sql.placeholder('expected'))))
    .prepare();
  const remove = REMOVABLE.has(name)
    ? db
        .delete(table)
        .where(eq(table.key, sql.placeholder('key')))
        .prepare()
    : undefined;
  return {
    one(key) {
      const row = selectOne.get({ key });
      return row && decodeRow(name, row);
    },
    many(keys) {
      const rows = select.all({ keys: JSON.stringify(keys) });
      return new Map(rows.map((row) => [String(row.key), decodeRow(name, row)]));
    },
    put(row, replaces) {
      const { version, ...body }: Versioned = row;
      const columns = columnsOf(row);
      const { key } = columns;
      const values = {
        ...columns,
        created_at: row.created_at,
        version,
        body: JSON.stringify(body),
        expected: replaces,
      };
      const { changes } = orConflict(name, key, () => (replaces === undefined ? insert : update).run(values));
      if (changes !== 1) throw new StoreConflict(replaces === undefined ? 'exists' : 'version', name, key);
      return key;
    },
    remove(key) {
      remove?.run({ key });
    },
  };
}

/** @throws StoreConflict `exists` when another column than the key must not be there twice */
function orConflict<R>(name: TableName, key: string, run: () => R): R {
  try {
    return run();
  } catch (error) {
    if (isUniqueViolation(error)) throw new StoreConflict('exists', name, key);
    throw error;
  }
}

export type Aggregates = { readonly [T in TableName]: Aggregate<Tables[T]> };

const owned = (row: { readonly id: string; readonly organization_id: string }) => ({
  key: row.id,
  organization_id: row.organization_id,
});

/** How each aggregate maps to its table; what is read more often than written is cached. */
export function makeAggregates(db: BetterSQLite3Database, caches: CacheGroup): Aggregates {
  return {
    organization: caches.cached(aggregate(db, 'organization', tables.organization, [], (row) => ({ key: row.id }))),
    shop: caches.cached(aggregate(db, 'shop', tables.shop, ['organization_id'], owned)),
    deployment: caches.cached(
      aggregate(db, 'deployment', tables.deployment, ['organization_id', 'shop_id'], (row) => ({
        ...owned(row),
        shop_id: row.shop_id,
      })),
    ),
    agent: caches.cached(aggregate(db, 'agent', tables.agent, ['organization_id'], owned)),
    consumer: caches.cached(aggregate(db, 'consumer', tables.consumer, ['organization_id'], owned)),
    api_key: caches.cached(
      aggregate(db, 'api_key', tables.api_key, ['hash', 'organization_id', 'deployment_id'], (row) => ({
        ...owned(row),
        hash: row.hash,
        deployment_id: row.deployment_id,
      })),
    ),
    signing_key: caches.cached(
      aggregate(db, 'signing_key', tables.signing_key, SIGNING_KEY_COLUMNS, (row) => ({
        ...owned(row),
        agent_id: row.agent_id,
        key_fingerprint: row.key_fingerprint,
        status: row.status,
      })),
    ),
    item: caches.cached(aggregate(db, 'item', tables.item, ['shop_id', 'status', 'title', 'description'], itemColumns)),
    discount: caches.cached(
      aggregate(db, 'discount', tables.discount, ['shop_id', 'automatic'], (row) => ({
        key: discountKey(row.shop_id, row.code),
        shop_id: row.shop_id,
        automatic: row.automatic ? 1 : 0,
      })),
    ),
    checkout: caches.cached(aggregate(db, 'checkout', tables.checkout, CHECKOUT_COLUMNS, checkoutColumns)),
    order: aggregate(db, 'order', tables.order, ORDER_COLUMNS, orderColumns),
    idempotency: aggregate(db, 'idempotency', tables.idempotency, [], (row) => ({ key: row.id })),
    link_code: aggregate(db, 'link_code', tables.link_code, ['organization_id', 'expires_at'], (row) => ({
      ...owned(row),
      expires_at: row.expires_at,
    })),
  };
}

const itemColumns = (row: Item) => ({
  key: itemKey(row.shop_id, row.id),
  shop_id: row.shop_id,
  status: row.status,
  title: row.title,
  description: row.description,
});

const SIGNING_KEY_COLUMNS = ['organization_id', 'agent_id', 'key_fingerprint', 'status'];

const CHECKOUT_COLUMNS = [
  'shop_id',
  'deployment_id',
  'buyer_id',
  'state',
  'expires_at',
  'payment_started_at',
  'ended_at',
];

const checkoutColumns = (row: Checkout) => ({
  key: row.id,
  shop_id: row.shop_id,
  deployment_id: row.deployment_id,
  buyer_id: row.buyer_id,
  state: row.state,
  expires_at: row.expires_at,
  payment_started_at: row.attempt?.started_at ?? null,
  ended_at: row.state === 'canceled' && !row.erased ? (row.expired ? row.expires_at : row.updated_at) : null,
});

const ORDER_COLUMNS = [
  'shop_id',
  'deployment_id',
  'buyer_id',
  'checkout_id',
  'display_id',
  'status',
  'payment_status',
  'money_since',
  'context_hash',
];

const orderColumns = (row: Order) => ({
  key: row.id,
  shop_id: row.shop_id,
  deployment_id: row.deployment_id,
  buyer_id: row.buyer_id,
  checkout_id: row.checkout_id,
  display_id: row.display_id,
  status: row.status,
  payment_status: row.payment_status,
  money_since: moneySince(row),
  // Written with the order and never again.
  context_hash: row.version === 1 ? contextHash(receiptContext(row)) : null,
});
