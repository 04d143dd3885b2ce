import type { Checkout } from '../domain/checkout/checkout.js';
import type { Order, OrderStatus, PaymentStatus } from '../domain/order/order.js';
import type { CheckedReceipt } from '../domain/receipt/receipt.js';
import type { Discount } from '../domain/shop/discount.js';
import type { Item } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Agent, ApiKey, Consumer, Deployment, LinkCode, Organization } from '../domain/tenant/tenant.js';
import type { AttestationRows, AttestationStore } from './attestation.js';
import type { Page, Position } from './page.js';
import type { TenantLists } from './tenant-lists.js';

/** An answer kept so that a repeat of the same call gets it again (docs/api.md, Repeats). */
export interface IdempotencyRecord {
  /** Hash of caller, operation and path ids with the caller's key. */
  readonly id: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
  /** Whose quota it counts for; absent in a record that was written before bytes were counted. */
  readonly caller_id?: string;
  /** What it takes up of that quota; absent together with `caller_id`. */
  readonly bytes?: number;
  readonly created_at: number;
  readonly version: number;
}

/** The aggregates, one row each. */
export interface Tables {
  organization: Organization;
  shop: Shop;
  deployment: Deployment;
  agent: Agent;
  consumer: Consumer;
  api_key: ApiKey;
  signing_key: SigningKey;
  item: Item;
  discount: Discount;
  checkout: Checkout;
  order: Order;
  idempotency: IdempotencyRecord;
  link_code: LinkCode;
}
export type TableName = keyof Tables;

/**
 * Quantities that are moved by guarded steps, never written as a whole with an aggregate: units left of an item, uses
 * made of a discount, in all and by one buyer, the last order number of a shop, and the bytes that a caller's answers
 * kept for repeats take up.
 */
export type CounterName = 'stock' | 'discount_use' | 'buyer_use' | 'display_id' | 'answer_bytes';

/** The row that an event is about. */
export interface AuditSubject {
  readonly type: TableName;
  readonly id: string;
}

/** What happened, who did it, when, and which members changed; no personal data. */
export interface AuditEvent {
  readonly id: string;
  readonly organization_id: string;
  readonly subject_type: TableName;
  readonly subject_id: string;
  readonly action: string;
  /** The id of the caller. */
  readonly actor: string;
  readonly changed: readonly string[];
  readonly at: number;
}

/** What each secret of a database is for. */
export const SECRET_NAMES = ['links', 'fingerprints', 'cursors', 'buyers'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** A consistent view of the rows, inside one transaction. */
export interface Rows extends AttestationRows {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  /** The rows that exist, by key. */
  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]>;
  /** The counters that exist, by key. */
  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number>;
  /** The cart that a deployment's caller is filling, if there is one; buyer '' = none. */
  currentCheckout(deploymentId: string, buyerId: string): Checkout | undefined;
  /** The discounts of a shop that take effect by themselves. */
  automaticDiscounts(shopId: string): readonly Discount[];
  /** Whether a shop has any item, on sale or not. */
  hasItems(shopId: string): boolean;
  countShops(organizationId: string): number;
}

export type Put = { [T in TableName]: { readonly type: 'put'; readonly table: T; readonly row: Tables[T] } }[TableName];

/** The tables whose rows may be taken away; everything else is kept. */
export type RemovableTable = 'discount' | 'idempotency' | 'link_code';

/**
 * One write of a decision. `put` inserts (version 0) or replaces the version that was read; `remove` takes a row
 * away, if it is there; `add` moves a counter and refuses to take it below zero or above `most`; `set` starts, overwrites, or with
 * null takes away a counter. `receipt` stores a receipt and appends its leaf to the organization's log.
 */
export type Write =
  | Put
  | { readonly type: 'remove'; readonly table: RemovableTable; readonly key: string }
  | {
      readonly type: 'add';
      readonly counter: CounterName;
      readonly key: string;
      readonly by: number;
      readonly most?: number | undefined;
    }
  | { readonly type: 'set'; readonly counter: CounterName; readonly key: string; readonly to: number | null }
  | { readonly type: 'receipt'; readonly receipt: CheckedReceipt }
  | { readonly type: 'audit'; readonly event: AuditEvent };

export interface Decision<R> {
  readonly writes: readonly Write[];
  readonly result: R;
}

/** Why a write was refused although `decide` had seen the rows. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
  readonly reason: 'version' | 'exists' | 'below_zero' | 'above_most';
  readonly table: TableName | CounterName | 'receipt';
  readonly key: string;

  constructor(reason: StoreConflict['reason'], table: StoreConflict['table'], key: string) {
    super(`${reason}: ${table} ${key}`);
    this.reason = reason;
    this.table = table;
    this.key = key;
  }
}

export interface OrderFilter {
  readonly deployment_id: string;
  /** Undefined = all of the deployment. */
  readonly buyer_id: string | undefined;
  readonly status: OrderStatus | undefined;
  readonly payment_status: PaymentStatus | undefined;
  /** Placed at this instant or later; milliseconds since the epoch. */
  readonly created_from: number | undefined;
  /** Placed before this instant. */
  readonly created_before: number | undefined;
}

/** Where a page of the audit log ended: events are in the order in which they were written. */
export interface AuditPosition {
  readonly seq: number;
}

/** Where a search page ended: title hits come first, then by relevance. */
export interface SearchPosition {
  readonly tier: number;
  readonly score: number;
  readonly seq: number;
}

/** An item with the units left; null = not counted. */
export interface StockedItem {
  readonly item: Item;
  readonly stock: number | null;
}

/**
 * The storage port (docs/architecture.md, Storage). What reads or writes rows is asynchronous, so that engines with a network fit;
 * `look` and `decide` are pure and synchronous, because an engine may call them more than once.
 *
 * `Rows` are read when they are asked for, inside the transaction: a decision names the rows it
 * needs by reading them. An engine that cannot read synchronously collects what was missing,
 * fetches it, and runs the function again.
 */
export interface Store extends TenantLists, AttestationStore {
  /** Runs `look` on one consistent snapshot. */
  read<R>(look: (rows: Rows) => R): Promise<R>;
  /**
   * Runs `decide` and applies its writes, all or nothing. Resolves after they are durable.
   * @throws whatever `decide` throws, with nothing written
   * @throws StoreConflict when a guard fails, with nothing written
   * @throws PortalError `unavailable` when the database cannot be written
   */
  update<R>(decide: (rows: Rows) => Decision<R>): Promise<R>;
  findKeyByHash(hash: string): Promise<ApiKey | undefined>;
  /** Newest first. */
  listOrders(filter: OrderFilter, after: Position | undefined, limit: number): Promise<Page<Order>>;
  /** What happened to one row, oldest first. */
  listAudit(
    subject: AuditSubject,
    after: AuditPosition | undefined,
    limit: number,
  ): Promise<Page<AuditEvent, AuditPosition>>;
  /** Items on sale, oldest first. */
  listItems(shopId: string, after: Position | undefined, limit: number): Promise<Page<StockedItem>>;
  /** All items of a shop, those that were withdrawn too, oldest first. */
  listShopItems(shopId: string, after: Position | undefined, limit: number): Promise<Page<StockedItem>>;
  /** Items on sale that match every word, the last one as a prefix; title hits first. */
  searchItems(
    shopId: string,
    words: readonly string[],
    after: SearchPosition | undefined,
    limit: number,
  ): Promise<Page<StockedItem, SearchPosition>>;
  /** Oldest first. */
  listDiscounts(shopId: string, after: Position | undefined, limit: number): Promise<Page<Discount>>;
  /** Ids of checkouts whose payment was begun before an instant and is still open, oldest first. */
  listOpenPayments(startedBefore: number, limit: number): Promise<readonly string[]>;
  /** Ids of orders with money on its way since before an instant, oldest first. */
  listOpenMoney(before: number, limit: number): Promise<readonly string[]>;
  /** Ids of open carts that expired at or before an instant. */
  listExpiredCarts(at: number, limit: number): Promise<readonly string[]>;
  /** Ids of checkouts that were canceled or expired at or before an instant and still have their content. */
  listErasableCheckouts(at: number, limit: number): Promise<readonly string[]>;
  /** Keys of idempotency records made at or before an instant. */
  listOldAnswers(at: number, limit: number): Promise<readonly string[]>;
  /** Keys of link codes that expired at or before an instant. */
  listExpiredLinkCodes(at: number, limit: number): Promise<readonly string[]>;
  /** A secret of this database, the same for every process on it and across restarts. Bytes. */
  secret(name: SecretName): Buffer;
  /** Throws when the database cannot be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}
