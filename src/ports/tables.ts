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

/** An answer kept so that a repeat of the same call gets it again (docs/api.md, Repeats). */
export interface IdempotencyRecord {
  /** Hash of caller, operation and path ids with the caller's key. */
  readonly id: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
  /** The outcome is encrypted under the caller's key. */
  readonly sealed?: true;
  /** Whose quota it counts for; absent in a record that was written before bytes were counted. */
  readonly caller_id?: string;
  /** Its bytes in that quota; absent together with `caller_id`. */
  readonly bytes?: number;
  readonly created_at: number;
  readonly version: number;
}

/** A text that a payment handler keeps (ports/payment.ts, PaymentNotes). */
export interface PaymentNote {
  /** The handler's id, a slash, and the handler's own key. */
  readonly id: string;
  readonly text: string;
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
  platform_cart: PlatformCart;
  log_checkpoint: LogCheckpoint;
  log_publication: LogPublication;
  payment_note: PaymentNote;
  webhook: Webhook;
  delivery_lane: DeliveryLane;
  delivery: Delivery;
}
export type TableName = keyof Tables;

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
