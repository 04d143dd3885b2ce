import type { Checkout } from '../domain/checkout/checkout.js';
import type { PlatformCart } from '../domain/checkout/platform-cart.js';
import type { Order, OrderStatus, PaymentStatus } from '../domain/order/order.js';
import type { QueryTerm } from '../domain/order/order-terms.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { ItemFilter } from '../domain/search/search-reads.js';
import type { Discount } from '../domain/shop/discount.js';
import type { Item } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Agent, ApiKey, Consumer, Deployment, Organization } from '../domain/tenant/tenant.js';
import type { OutboxLists } from './outbox-lists.js';
import type { All, IdPosition, List, Page } from './page.js';
import type { StockMovement } from './stock.js';
import type { AuditEvent, AuditSubject, IdempotencyRecord } from './tables.js';

interface OfOrganization {
  readonly organization_id: string;
}

interface OfShop {
  readonly shop_id: string;
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

/** Over all deployments of a shop. */
export interface ShopOrderFilter extends OfShop, Omit<OrderFilter, 'deployment_id' | 'buyer_id'> {
  /** Words that an order must have, all of them (src/domain/order/order-terms.ts); undefined = any order. */
  readonly terms: readonly QueryTerm[] | undefined;
}

export interface ChangedOrderFilter extends ShopOrderFilter {
  /** Changed after the change of this number; 0 = all. */
  readonly changed_since: number;
}

/**
 * An order with the number of its last change. The engine numbers each write of an order of a shop, from 1. A number is
 * larger than all that were readable before, and none becomes readable after a larger one: whoever reads on from the
 * largest number that was read misses no order. SQLite has one writer at a time, so the next number is given within the
 * write. An engine whose writes commit in any order must hold back numbers until all smaller ones are committed, for
 * instance by taking them from a row of the shop that the write locks until its end.
 */
export interface ChangedOrder {
  readonly order: Order;
  readonly changed: number;
}

/** Where a page of changed orders ended. */
export interface ChangePosition {
  readonly changed: number;
}

export interface CheckoutFilter extends OfOrganization {
  /** Only those that have this email address anywhere, in the form of `addressOf`; undefined = all. */
  readonly address?: string | undefined;
}

export interface ReceiptFilter extends OfOrganization {
  readonly agent_id?: string | undefined;
  readonly consumer_id?: string | undefined;
  readonly job_id?: string | undefined;
  readonly context_hash?: string | undefined;
  readonly resolution?: string | undefined;
  readonly signing_key_id?: string | undefined;
  /** Received at this instant or later; milliseconds since the epoch. */
  readonly received_from?: number | undefined;
  /** Received before this instant. */
  readonly received_before?: number | undefined;
  /** Issued at this instant or later. */
  readonly issued_from?: number | undefined;
  /** Issued before this instant. */
  readonly issued_before?: number | undefined;
}

export interface OnSaleFilter extends OfShop, ItemFilter {
  /** Tokens of categories (src/domain/search/item-terms.ts), of which an item has one; [] = all items. */
  readonly categories: readonly string[];
}

/** Where a page of receipts ended. */
export interface ReceiptPosition {
  /** When the last one was received or, in a list by that, issued. */
  readonly at: number;
  /** Among those of the same instant the later in the log comes first. */
  readonly log_index: number;
}

/** Where a page of the audit log ended: events are in the order in which they were written. */
export interface AuditPosition {
  readonly seq: number;
}

/** An event with its place in the audit log. */
export interface RecordedEvent extends AuditEvent {
  readonly seq: number;
}

/** Which events of an organization are asked for; what is absent chooses nothing. Instants are milliseconds since the epoch. */
export interface AuditTrailFilter {
  readonly organization_id: string;
  readonly subject_type?: AuditEvent['subject_type'] | undefined;
  readonly subject_id?: string | undefined;
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  /** Not included. */
  readonly before?: number | undefined;
}

/** Where a page of an item's movements ended: the newest come first. */
export interface MovementPosition {
  readonly seq: number;
}

/** An item with the units left; null = not counted. */
export interface StockedItem {
  readonly item: Item;
  readonly stock: number | null;
}

/** The lists of the store, by name: `store.list(name, filter, after, limit)`. Oldest first, unless a list says otherwise. */
export interface Lists extends OutboxLists {
  /** By id. */
  organizations: List<All, Organization, IdPosition>;
  /** By id. */
  all_deployments: List<All, Deployment, IdPosition>;
  shops: List<OfOrganization, Shop>;
  deployments: List<OfShop, Deployment>;
  consumers: List<OfOrganization, Consumer>;
  agents: List<OfOrganization, Agent>;
  api_keys: List<OfOrganization, ApiKey>;
  signing_keys: List<OfOrganization, SigningKey>;
  active_signing_keys: List<OfOrganization, SigningKey>;
  /** Newest first, by when they were registered. */
  retired_signing_keys: List<OfOrganization, SigningKey>;
  /** Newest first: by when they were issued where the filter asks for that, else by when they were received. */
  receipts: List<ReceiptFilter, AcceptedReceipt, ReceiptPosition>;
  /** All items of a shop, those that were withdrawn too. */
  items: List<OfShop, StockedItem>;
  /** Those on sale; of the items of a product the one that was written first. */
  items_on_sale: List<OfShop, StockedItem>;
  /** Those on sale of a price, with units left, or of a category; of a product the first of these. */
  items_filtered: List<OnSaleFilter, StockedItem>;
  /** The ledger of an item's stock, by the key of the item; newest first. */
  stock_movements: List<{ readonly item: string }, StockMovement, MovementPosition>;
  discounts: List<OfShop, Discount>;
  /** Newest first. */
  orders: List<OrderFilter, Order>;
  /** Of an organization, by id; its pages as those of `shop_orders`. */
  checkouts: List<CheckoutFilter, Checkout, IdPosition>;
  platform_carts: List<OfShop, PlatformCart>;
  /** Newest first. A page may have fewer entries than its limit, or none, and yet a next one, where it had to look at many orders. */
  shop_orders: List<ShopOrderFilter, ChangedOrder>;
  /** In the order of their last changes; its pages as those of `shop_orders`. */
  changed_orders: List<ChangedOrderFilter, ChangedOrder, ChangePosition>;
  /** Answers that are kept for repeats, by id. */
  answers: List<All, IdempotencyRecord, IdPosition>;
  /** What happened to one row. */
  audit_events: List<AuditSubject, AuditEvent, AuditPosition>;
  /** What happened in an organization but to its carts, newest first; its pages as those of `shop_orders`. */
  audit_trail: List<AuditTrailFilter, RecordedEvent, AuditPosition>;
}
export type ListName = keyof Lists;

/** A page of the list of this name. */
export type ListPage<N extends ListName> = Page<Lists[N]['entry'], Lists[N]['position']>;

/** What maintenance looks for at an instant, by name, with the table of the keys it gets. Oldest first. */
interface DueTables {
  /** Whose payment began at the instant or before, and is still open. */
  open_payments: 'checkout';
  /** With money on its way since the instant or before. */
  open_money: 'order';
  /** Open carts that expired at the instant or before; in no order. */
  expired_carts: 'checkout';
  /** Canceled or expired at the instant or before, and not erased yet. */
  erasable_checkouts: 'checkout';
  /** Kept since the instant or before. */
  old_answers: 'idempotency';
  /** On sale, with terms that were made for another language than the shop has now; in no order, whatever the instant. */
  misindexed_items: 'item';
  /** Expired at the instant or before. */
  expired_link_codes: 'link_code';
  /** Expired at the instant or before. */
  expired_platform_carts: 'platform_cart';
  /** With a public log that has grown since its newest checkpoint; in no order, whatever the instant. */
  unsigned_logs: 'organization';
  /** With a public log whose newest checkpoint no quorum of witnesses has cosigned; in no order, whatever the instant. */
  unwitnessed_logs: 'organization';
  /** Written down at the instant or before, whatever became of them. */
  old_deliveries: 'delivery';
}
export type DueName = keyof DueTables;
