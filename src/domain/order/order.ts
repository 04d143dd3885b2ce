import type { DiscountRecord } from '../checkout/applied-discount.js';
import type { Instrument } from '../checkout/checkout.js';
import type { PricedFee } from '../checkout/fees.js';
import type { PaymentGrant } from '../checkout/payment-grant.js';
import type { TaxLine } from '../checkout/tax.js';
import type { Total } from '../checkout/totals.js';
import type { PaymentProgress } from '../payment/payment.js';
import type { PaymentStatus } from '../payment/payment-status.js';
import type { ItemOption, LineProperty } from '../shop/item.js';
import type { OrderingPlatform } from '../tenant/ucp.js';
import type { Buyer, Destination, PostalAddress } from '../values/address.js';
import type { Adjustment } from './adjustment.js';
import type { FulfillmentEvent } from './event.js';
import type { OrderEvidence } from './evidence.js';
import type { HoldRule, OrderCountersignature } from './hold.js';
import type { MailProblem } from './mail-problem.js';
import type { OrderAddition } from './order-addition.js';
import type { OrderRequest } from './order-request.js';
import type { ReceivedAmount } from './received-amount.js';

export const ORDER_STATUSES = ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Cost components of a line, stored so that later refunds reconcile to the cent (docs/money.md, Amounts). Minor units.
 */
interface Allocation {
  readonly subtotal: number;
  readonly items_discount: number;
  readonly order_discount: number;
  readonly tax: number;
}

/** Units of a line: ordered, fulfilled, and canceled before shipping. The remaining units are still in the shop. */
export interface Quantity {
  readonly total: number;
  readonly fulfilled: number;
  readonly canceled: number;
}

export interface OrderLine {
  readonly id: string;
  readonly item: {
    readonly id: string;
    /** Includes the condition, unless the goods are new. */
    readonly title: string;
    readonly price: number;
    readonly image_url: string | null;
  };
  /** SKU of the item, if it has one. */
  readonly sku?: string;
  /** Options of the variant. Absent if it has none, and on orders from earlier versions. */
  readonly options?: readonly ItemOption[];
  readonly quantity: Quantity;
  /** True if the units were taken from the stock, so that a cancellation can return them to it. */
  readonly counted: boolean;
  /** Number of units that exceed the stock, and the last promised day in the shop's time zone: `2026-12-24`. */
  readonly backordered?: { readonly units: number; readonly until: string };
  readonly parent_id?: string;
  readonly properties: readonly LineProperty[];
  readonly totals: readonly Total[];
  readonly allocation: Allocation;
  /** Tax of `allocation` by rate, for the ordered units. Absent if unknown, on orders from earlier versions. */
  readonly tax_lines?: readonly TaxLine[];
}

/** The delivery promise at the time of the order. */
export interface Expectation {
  readonly id: string;
  readonly method_type: string;
  readonly line_items: readonly { readonly id: string; readonly quantity: number }[];
  readonly destination?: Destination | PostalAddress;
  readonly description: string;
  /** Last instant of the promised delivery window, in milliseconds since the epoch. */
  readonly fulfillable_on: number;
}

/** An order contains copies of its checkout's data, so later catalog changes do not affect it. */
export interface Order {
  readonly id: string;
  /** Order number shown to people, sequential per shop. */
  readonly display_id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly deployment_id: string;
  /** Empty if there is no buyer reference. */
  readonly buyer_id: string;
  readonly checkout_id: string;
  /** Id of the staff member or API key that prepared the order; absent if the buyer's side did. */
  readonly drafted_by?: string;
  /** The earlier order with which the goods are sent; absent if they are sent on their own. */
  readonly adds_to?: string;
  /** Present on orders placed over UCP. */
  readonly platform?: OrderingPlatform;
  /** Marketing source reported by the platform. */
  readonly attribution?: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly language: string;
  readonly status: OrderStatus;
  readonly hold_reason?: string;
  /** True if the buyer may read the hold's reason. */
  readonly hold_visible?: true;
  /** The merchant's note on the order; never shown to the buyer. */
  readonly note?: string;
  /** The merchant's note on the hold; never shown to the buyer. */
  readonly hold_note?: string;
  /** Rule that ends the hold without a call. Absent if it ends by `release` only. */
  readonly hold_rule?: HoldRule;
  /** Decisions of the consumer about receipts that are bound to the order, oldest first. Absent until there is one. */
  readonly countersigned?: readonly OrderCountersignature[];
  readonly cancel_reason?: string;
  /** True if the buyer may read the reason for the cancellation. */
  readonly cancel_visible?: true;
  /** Derived from the progress of the payment and the refunds, and stored for searches. */
  readonly payment_status: PaymentStatus;
  readonly line_items: readonly OrderLine[];
  readonly totals: readonly Total[];
  /** Tax included in the prices; 0 if tax is added. */
  readonly included_tax: number;
  readonly shipping: {
    readonly fulfillment: number;
    readonly discount: number;
    readonly tax: number;
    /** Absent on orders from earlier versions, like the tax lines of order lines. */
    readonly tax_lines?: readonly TaxLine[];
  };
  /** Fees at the time of the order. Absent on orders from earlier versions, which had no fees. */
  readonly fees?: readonly PricedFee[];
  readonly buyer?: Buyer;
  readonly billing_address?: PostalAddress;
  /** Absent on orders from earlier versions, where they are unknown. */
  readonly discounts?: { readonly codes: readonly string[]; readonly applied: readonly DiscountRecord[] };
  readonly fulfillment: {
    readonly events: readonly FulfillmentEvent[];
    readonly expectations: readonly Expectation[];
  };
  readonly payment: {
    /** Absent, like `attempt_id`, if there was nothing to pay. */
    readonly handler_id?: string;
    readonly attempt_id?: string;
    readonly instrument?: Instrument;
    /** The provider's reference for the payment, if the handler reports one. */
    readonly provider_reference?: string;
    /** Amounts recorded by the merchant, oldest first. Absent until there is one. */
    readonly received?: readonly ReceivedAmount[];
    /** Copy of the payment's progress. Absent if there was nothing to pay, and on orders from earlier versions. */
    readonly progress?: PaymentProgress;
  };
  /** Adjustments, oldest first. */
  readonly adjustments: readonly Adjustment[];
  /** Permission under which the payment began. Absent if no grant and no API key with limits was involved. */
  readonly grant?: PaymentGrant;
  /** Items added after the order was placed, oldest first. Absent until there are any. */
  readonly additions?: readonly OrderAddition[];
  /** Requests of the buyer, oldest first. Absent until there is one. */
  readonly requests?: readonly OrderRequest[];
  /**
   * Random text from which the link is derived. A new text disables the previous link. Null for no link; absent until
   * the link is replaced or removed for the first time.
   */
  readonly link?: string | null;
  /** Absent on orders from earlier versions, until the upgrade has entered them in the log. */
  readonly evidence?: OrderEvidence;
  /** Set while mail does not reach the buyer. */
  readonly mail_problem?: MailProblem;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function orderTotal(order: Pick<Order, 'totals'>): number {
  return order.totals.find((total) => total.type === 'total')?.amount ?? 0;
}

export const LINE_STATUSES = ['processing', 'partial', 'fulfilled', 'removed'] as const;
type LineStatus = (typeof LINE_STATUSES)[number];

/** True if any unit has left the shop. */
export function hasMoved({ line_items }: Pick<Order, 'line_items'>): boolean {
  return line_items.some(({ quantity }) => quantity.fulfilled > 0);
}

/** Counts the units of a line that are still to be shipped. */
export function unitsToShip({ quantity: { total, fulfilled, canceled } }: Pick<OrderLine, 'quantity'>): number {
  return total - fulfilled - canceled;
}

/** Counts the backordered units of a line that are still to be shipped; units in stock are shipped first. */
export function unitsToCome(line: Pick<OrderLine, 'quantity' | 'backordered'>): number {
  return Math.min(line.backordered?.units ?? 0, unitsToShip(line));
}

/** Derives a line's status, which is never stored (docs/orders.md, States). */
export function lineStatus(order: Pick<Order, 'status'>, line: Pick<OrderLine, 'quantity'>): LineStatus {
  const { total, fulfilled, canceled } = line.quantity;
  if (order.status === 'canceled' || canceled === total) return 'removed';
  if (unitsToShip(line) === 0) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}
