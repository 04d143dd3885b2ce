import type { Database } from 'better-sqlite3';
import { and, count, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { checkout, discount, item, order, shop } from '../../../db/sqlite/schema.js';
import { type NodePosition, rootOf } from '../../attestation/merkle.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Order } from '../../domain/order/order.js';
import type { Discount } from '../../domain/shop/discount.js';
import type { Item } from '../../domain/shop/item.js';
import type { CounterName, RowPut, Rows, TableName, Tables, Write } from '../../ports.js';
import { trustedRow } from '../trusted-row.js';
import { type Aggregates, makeAggregates } from './aggregates.js';
import { auditInsert } from './audit-list.js';
import { Counters } from './counters.js';
import { ItemIndex } from './item-index.js';
import { OrderIndex } from './order-index.js';
import { Products } from './products.js';
import type { Receipts } from './receipts.js';
import type { CacheGroup } from './row-cache.js';
import type { SigningKeys } from './signing-keys.js';
import { Stock } from './stock.js';
import type { StoredLog } from './stored-log.js';

/** The parts of a connection that keep keys, receipts and the log. */
export interface Attestation {
  readonly signingKeys: SigningKeys;
  readonly receipts: Receipts;
  readonly log: StoredLog;
}

/** The rows of the open transaction, read when asked for; and the writes of a decision. */
export class SqliteRows implements Rows {
  private readonly aggregates: Aggregates;
  private readonly quantities: Counters;
  private readonly stock: Stock;
  private readonly products: Products;
  private readonly current;
  private readonly automatic;
  private readonly anyItem;
  private readonly shopCount;
  private readonly audit;
  private readonly signingKeys: SigningKeys;
  private readonly receipts: Receipts;
  private readonly log: StoredLog;
  private readonly byContext;
  private readonly itemIndex: ItemIndex;
  private readonly orderIndex: OrderIndex;

  constructor(database: Database, db: BetterSQLite3Database, caches: CacheGroup, attestation: Attestation) {
    this.aggregates = makeAggregates(db, caches);
    this.quantities = new Counters(db);
    this.stock = new Stock(database);
    this.products = new Products(database);
    this.current = currentQuery(db);
    this.automatic = automaticQuery(db);
    this.anyItem = anyItemQuery(db);
    this.shopCount = shopCountQuery(db);
    this.audit = auditInsert(db);
    this.signingKeys = attestation.signingKeys;
    this.receipts = attestation.receipts;
    this.log = attestation.log;
    this.byContext = contextQuery(db);
    this.itemIndex = new ItemIndex(database);
    this.orderIndex = new OrderIndex(database);
  }

  /** Nothing to do: every read is synchronous. */
  expect(): void {}

  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.aggregates.all[table].one(key);
  }

  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]> {
    return keys.length === 0 ? new Map() : this.aggregates.all[table].many(keys);
  }

  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number> {
    return this.quantities.many(name, keys);
  }

  currentCheckout(deployment_id: string, buyer_id: string): Checkout | undefined {
    const row = this.current.get({ deployment_id, buyer_id });
    return row && trustedRow('checkout', row);
  }

  automaticDiscounts(shop_id: string): Discount[] {
    const keys = this.automatic.all({ shop_id }).map(({ key }) => key);
    return keys.length === 0 ? [] : [...this.aggregates.all.discount.many(keys).values()];
  }

  hasItems(shop_id: string): boolean {
    return this.anyItem.get({ shop_id }) !== undefined;
  }

  countShops(organization_id: string): number {
    return this.shopCount.get({ organization_id })?.shops ?? 0;
  }

  variants(shopId: string, productIds: readonly string[]) {
    return this.products.variants(shopId, productIds);
  }

  signingKeyByFingerprint(organizationId: string, fingerprint: string) {
    const id = this.signingKeys.idOf(organizationId, fingerprint);
    return id === undefined ? undefined : this.get('signing_key', id);
  }

  activeSigningKey(organizationId: string, agentId: string | null) {
    const id = this.signingKeys.activeIdOf(organizationId, agentId);
    return id === undefined ? undefined : this.get('signing_key', id);
  }

  receipt(id: string) {
    return this.receipts.one(id);
  }

  receiptByHash(organizationId: string, receiptHash: string) {
    return this.receipts.byHash(organizationId, receiptHash);
  }

  receiptOfJob(organizationId: string, agentId: string, jobId: string) {
    return this.receipts.ofJob(organizationId, agentId, jobId);
  }

  receiptSuperseding(organizationId: string, agentId: string, jobId: string, receiptHash: string) {
    return this.receipts.superseding(organizationId, agentId, jobId, receiptHash);
  }

  orderByContext(organizationId: string, context_hash: string): Order | undefined {
    const row = this.byContext.get({ context_hash });
    const found = row && trustedRow('order', row);
    return found?.organization_id === organizationId ? found : undefined;
  }

  logHead(organizationId: string) {
    const { size, peaks } = this.log.head(organizationId);
    return { size, root: rootOf(peaks) };
  }

  logHashes(organizationId: string, nodes: readonly NodePosition[]) {
    return this.log.hashes(organizationId, nodes);
  }

  /** The writes of a decision are all applied. */
  applied(): void {
    this.itemIndex.counts.write();
  }

  /** A decision is given up: its writes are taken back. */
  abandoned(): void {
    this.itemIndex.counts.forget();
  }

  /** @throws StoreConflict when a guard fails */
  apply(write: Write): void {
    if (write.type === 'put') {
      this.put(write);
      if (write.table === 'item') this.index(write.row);
      if (write.table === 'order') this.orderIndex.put(write.row);
    } else if (write.type === 'remove') this.aggregates.removable[write.table].remove(write.key);
    else if ('counter' in write) this.quantities.apply(write);
    else if ('cause' in write) this.stock.apply(write);
    else if (write.type === 'receipt') this.receipts.add(this.log.append(write.receipt).receipt);
    else if (write.type === 'index') this.index(this.get('item', write.item));
    else this.audit.run({ ...write.event, changed: JSON.stringify(write.event.changed) });
  }

  private index(item: Item | undefined): void {
    const shop = item && this.get('shop', item.shop_id);
    if (shop) this.itemIndex.put(item, shop.settings.language);
  }

  private put<T extends TableName>({ table, row, replaces }: RowPut<T>): void {
    const key = this.aggregates.all[table].put(row, replaces);
    if (table === 'organization' && replaces === undefined) this.log.begin(key);
  }
}

function currentQuery(db: BetterSQLite3Database) {
  return db
    .select({ version: checkout.version, body: checkout.body })
    .from(checkout)
    .where(
      and(
        eq(checkout.deployment_id, sql.placeholder('deployment_id')),
        eq(checkout.buyer_id, sql.placeholder('buyer_id')),
        sql`${checkout.state} IN ('open', 'paying')`,
      ),
    )
    .prepare();
}

function automaticQuery(db: BetterSQLite3Database) {
  return db
    .select({ key: discount.key })
    .from(discount)
    .where(and(eq(discount.shop_id, sql.placeholder('shop_id')), eq(discount.automatic, sql`1`)))
    .prepare();
}

/** An item's key begins with its shop's id and a slash, which `0` follows. */
function anyItemQuery(db: BetterSQLite3Database) {
  const shopId = sql.placeholder('shop_id');
  return db
    .select({ key: item.key })
    .from(item)
    .where(sql`${item.key} > ${shopId} || '/' AND ${item.key} < ${shopId} || '0'`)
    .limit(1)
    .prepare();
}

function shopCountQuery(db: BetterSQLite3Database) {
  return db
    .select({ shops: count() })
    .from(shop)
    .where(eq(shop.organization_id, sql.placeholder('organization_id')))
    .prepare();
}

function contextQuery(db: BetterSQLite3Database) {
  return db
    .select({ version: order.version, body: order.body })
    .from(order)
    .where(eq(order.context_hash, sql.placeholder('context_hash')))
    .prepare();
}
