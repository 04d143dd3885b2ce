import type { Checkout } from '../domain/checkout/checkout.js';
import type { PlatformCart } from '../domain/checkout/platform-cart.js';
import type { Order, OrderStatus } from '../domain/order/order.js';
import type { QueryTerm } from '../domain/order/order-terms.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { ShopAccount } from '../domain/payment/shop-account.js';
import type { StaffMember } from '../domain/person/staff.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { ItemFilter } from '../domain/search/search-reads.js';
import type { Discount } from '../domain/shop/discount.js';
import type { Item } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { OauthClient } from '../domain/tenant/grant.js';
import type { Agent, ApiKey, Consumer, Deployment, Organization } from '../domain/tenant/tenant.js';
import type { OutboxLists } from './outbox-lists.js';
import type { All, IdPosition, List, Page } from './page.js';
import type { StockMovement } from './stock.js';
import type { AuditEvent, AuditSubject, IdempotencyRecord } from './tables.js';

interface OfOrganization {
  readonly organization_id: string;
}

interface OfPerson extends OfOrganization {
  readonly person_id: string;
}

interface OfShop {
  readonly shop_id: string;
}

export interface OrderFilter {
  readonly deployment_id: string;
  /** `undefined` for all buyers of the deployment. */
  readonly buyer_id: string | undefined;
  readonly status: OrderStatus | undefined;
  readonly payment_status: PaymentStatus | undefined;
  /** Placed at this instant or later; milliseconds since the epoch. */
  readonly created_from: number | undefined;
  /** Placed before this instant. */
  readonly created_before: number | undefined;
}

/** Filter for the orders of a shop, in all its deployments. */
export interface ShopOrderFilter extends OfShop, Omit<OrderFilter, 'deployment_id' | 'buyer_id'> {
  /** Search terms (src/domain/order/order-terms.ts), all of which an order must contain; `undefined` for any order. */
  readonly terms: readonly QueryTerm[] | undefined;
}

export interface ChangedOrderFilter extends ShopOrderFilter {
  /** Only orders whose last change has a larger number than this; 0 for all. */
  readonly changed_since: number;
}

/**
 * An order with the number of its last change. The engine numbers each write of an order, per shop from 1. A number
 * MUST be larger than all numbers readable before it, and MUST NOT become readable after a larger one, so a client that
 * continues from the largest number it read misses no order. SQLite has one writer, so it assigns the number within the
 * write. An engine whose writes commit in any order must hold back a number until all smaller ones are committed, for
 * example by taking numbers from a shop row that stays locked until the write ends.
 */
export interface ChangedOrder {
  readonly order: Order;
  readonly changed: number;
}

/** End position of a page of changed orders. */
export interface ChangePosition {
  readonly changed: number;
}

export interface CheckoutFilter extends OfOrganization {
  /** Only checkouts whose JSON contains one of these texts, normalized by `addressOf`; `undefined` for all. */
  readonly texts?: readonly string[] | undefined;
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

export interface AbandonedCartFilter extends OfShop {
  /** Last changed at this instant or later; milliseconds since the epoch. */
  readonly from: number;
  /** Last changed at this instant or earlier. */
  readonly until: number;
}

export interface OnSaleFilter extends OfShop, ItemFilter {
  /** Category tokens (src/domain/search/item-terms.ts), one of which an item must have; empty for all items. */
  readonly categories: readonly string[];
}

/** End position of a page of receipts. */
export interface ReceiptPosition {
  /** Time at which the last receipt of the page was received or, in a list by issue time, issued. */
  readonly at: number;
  /** Tie-breaker for equal times: the later leaf comes first. */
  readonly log_index: number;
}

/** End position of a page of audit events: the sequence number of its last event. */
export interface AuditPosition {
  readonly seq: number;
}

/** An audit event with its sequence number, which follows the order of writes. */
export interface RecordedEvent extends AuditEvent {
  readonly seq: number;
}

/** Filter for an organization's events; absent members match all. Instants are milliseconds since the epoch. */
export interface AuditTrailFilter {
  readonly organization_id: string;
  readonly subject_type?: AuditEvent['subject_type'] | undefined;
  readonly subject_id?: string | undefined;
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  /** Recorded before this instant. */
  readonly before?: number | undefined;
}

/** End position of a page of stock movements, newest first. */
export interface MovementPosition {
  readonly seq: number;
}

/** An item with its stock, which is null if it is not counted. */
export interface StockedItem {
  readonly item: Item;
  readonly stock: number | null;
}

/** The store's lists, by name: `store.list(name, filter, after, limit)`. Oldest first unless stated otherwise. */
export interface Lists extends OutboxLists {
  /** Ordered by id. */
  organizations: List<All, Organization, IdPosition>;
  /** Ordered by id. */
  all_deployments: List<All, Deployment, IdPosition>;
  shops: List<OfOrganization, Shop>;
  deployments: List<OfShop, Deployment>;
  consumers: List<OfOrganization, Consumer>;
  agents: List<OfOrganization, Agent>;
  api_keys: List<OfOrganization, ApiKey>;
  /** Including removed staff. */
  staff: List<OfOrganization, StaffMember>;
  /** The API keys of grants. */
  grants: List<OfOrganization, ApiKey>;
  /** The API keys of the grants that a person gave in an organization; newest first. */
  person_grants: List<OfPerson, ApiKey>;
  signing_keys: List<OfOrganization, SigningKey>;
  active_signing_keys: List<OfOrganization, SigningKey>;
  /** Latest registration first. */
  retired_signing_keys: List<OfOrganization, SigningKey>;
  /** Newest first: by issue time if the filter restricts it, otherwise by the time at which they were received. */
  receipts: List<ReceiptFilter, AcceptedReceipt, ReceiptPosition>;
  /** All items of a shop, including withdrawn ones. */
  items: List<OfShop, StockedItem>;
  /** Items on sale; of each product, only the item created first. */
  items_on_sale: List<OfShop, StockedItem>;
  /** Items on sale that match the filter on price, stock and category; of each product, only the first match. */
  items_filtered: List<OnSaleFilter, StockedItem>;
  /** Stock movements of the item with this key; newest first. */
  stock_movements: List<{ readonly item: string }, StockMovement, MovementPosition>;
  discounts: List<OfShop, Discount>;
  /** Newest first. */
  orders: List<OrderFilter, Order>;
  /** Checkouts of an organization, ordered by id. Pages may be short, as in `shop_orders`. */
  checkouts: List<CheckoutFilter, Checkout, IdPosition>;
  platform_carts: List<OfShop, PlatformCart>;
  /**
   * Newest first. A page may be shorter than its limit, even empty, and still have a next page, because the number of
   * examined orders is limited.
   */
  shop_orders: List<ShopOrderFilter, ChangedOrder>;
  /** In order of last change. Pages may be short, as in `shop_orders`. */
  changed_orders: List<ChangedOrderFilter, ChangedOrder, ChangePosition>;
  /** Orders with a request that waits for the merchant; the oldest request first, by which positions are ordered. */
  requested_orders: List<OfShop, Order>;
  /** Open checkouts that the staff of a shop drafted, oldest first. */
  drafts: List<OfShop, Checkout>;
  /** Carts that expired with lines in them; the latest change first, by which positions are ordered. */
  abandoned_carts: List<AbandonedCartFilter, Checkout>;
  /** Stored responses, ordered by id. */
  answers: List<All, IdempotencyRecord, IdPosition>;
  /** Shops' own accounts at payment providers, ordered by key. */
  payment_accounts: List<All, ShopAccount, IdPosition>;
  /** OAuth clients, ordered by id. */
  oauth_clients: List<All, OauthClient, IdPosition>;
  /** Audit events of one row, in write order. */
  audit_events: List<AuditSubject, AuditEvent, AuditPosition>;
  /** Audit events of an organization except its checkouts, newest first. Pages may be short, as in `shop_orders`. */
  audit_trail: List<AuditTrailFilter, RecordedEvent, AuditPosition>;
}
export type ListName = keyof Lists;

/** A page of the named list. */
export type ListPage<N extends ListName> = Page<Lists[N]['entry'], Lists[N]['position']>;

/** Kinds of maintenance work due at an instant, each with the table of its keys; oldest first unless stated. */
interface DueTables {
  /** Checkouts with a payment open since the instant or earlier. */
  open_payments: 'checkout';
  /** Orders with a refund, capture or void in progress since the instant or earlier. */
  open_money: 'order';
  /** Payments that maintenance has to look at from the instant or earlier. */
  due_payments: 'payment';
  /** Held orders that are released at the instant or earlier. */
  due_releases: 'order';
  /** Open carts that expired at the instant or earlier; unordered. */
  expired_carts: 'checkout';
  /** Checkouts that were canceled or expired at the instant or earlier, and are not erased yet. */
  erasable_checkouts: 'checkout';
  /** Responses stored at the instant or earlier. */
  old_answers: 'idempotency';
  /**
   * Items on sale whose search terms are missing, outdated or in another language than the shop's; unordered,
   * independent of the instant.
   */
  misindexed_items: 'item';
  /** Link codes that expired at the instant or earlier. */
  expired_link_codes: 'link_code';
  /** Platform carts that expired at the instant or earlier. */
  expired_platform_carts: 'platform_cart';
  /** Organizations with entries that wait for their places in the log; unordered, independent of the instant. */
  pending_logs: 'organization';
  /** Organizations whose public log has grown since its newest checkpoint; unordered, independent of the instant. */
  unsigned_logs: 'organization';
  /**
   * Organizations with a public log whose newest checkpoint lacks a quorum of cosignatures; unordered, independent of
   * the instant.
   */
  unwitnessed_logs: 'organization';
  /** Events of payment providers received at the instant or earlier. */
  old_payment_events: 'payment_event';
  /** Registered OAuth clients that expired at the instant or earlier. */
  expired_oauth_clients: 'oauth_client';
  /** Authorization codes that expired at the instant or earlier. */
  expired_oauth_codes: 'oauth_code';
  /** Access and refresh tokens that expired at the instant or earlier. */
  expired_oauth_tokens: 'oauth_token';
  /** Attempts to sign in that began at the instant or earlier. */
  old_sign_ins: 'sign_in';
  /** Sessions that expired at the instant or earlier. */
  expired_sessions: 'session';
  /** Deliveries created at the instant or earlier, in any state. */
  old_deliveries: 'delivery';
}
export type DueName = keyof DueTables;
