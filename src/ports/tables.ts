import type { Checkout } from '../domain/checkout/checkout.js';
import type { PlatformCart } from '../domain/checkout/platform-cart.js';
import type { Order } from '../domain/order/order.js';
import type { LogCheckpoint, LogPublication } from '../domain/receipt/log-checkpoint.js';
import type { Discount } from '../domain/shop/discount.js';
import type { Item } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Agent, ApiKey, Consumer, Deployment, LinkCode, Organization } from '../domain/tenant/tenant.js';
import type { Delivery, DeliveryLane } from '../domain/webhook/delivery.js';
import type { Webhook } from '../domain/webhook/webhook.js';

/** A stored response for repeats of a call (docs/api.md, Repeats). */
export interface IdempotencyRecord {
  /** Hash of caller, operation and path ids with the idempotency key. */
  readonly id: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
  /** True if the outcome is encrypted under the idempotency key. */
  readonly sealed?: true;
  /** Owner of the quota; absent on records that predate it. */
  readonly caller_id?: string;
  /** Bytes counted in the quota; absent together with `caller_id`. */
  readonly bytes?: number;
  readonly created_at: number;
  readonly version: number;
}

/** A text stored by a payment handler (ports/payment.ts, PaymentNotes). */
export interface PaymentNote {
  /** The handler's id, a slash, and the handler's own key. */
  readonly id: string;
  readonly text: string;
  readonly created_at: number;
  readonly version: number;
}

/** Aggregates with one row each. */
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
  platform_cart: PlatformCart;
  log_checkpoint: LogCheckpoint;
  log_publication: LogPublication;
  payment_note: PaymentNote;
  webhook: Webhook;
  delivery_lane: DeliveryLane;
  delivery: Delivery;
}
export type TableName = keyof Tables;

/** The row an event is about. */
export interface AuditSubject {
  readonly type: TableName;
  readonly id: string;
}

/** A change: action, author, time and changed members; contains no personal data. */
export interface AuditEvent {
  readonly id: string;
  readonly organization_id: string;
  readonly subject_type: TableName;
  readonly subject_id: string;
  readonly action: string;
  /** Id of the caller. */
  readonly actor: string;
  readonly changed: readonly string[];
  readonly at: number;
}
