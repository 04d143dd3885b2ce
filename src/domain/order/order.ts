import type { DiscountRecord } from '../checkout/applied-discount.js';
import type { Instrument } from '../checkout/checkout.js';
import type { PricedFee } from '../checkout/fees.js';
import type { TaxLine } from '../checkout/tax.js';
import type { Total } from '../checkout/totals.js';
import type { ItemOption, LineProperty } from '../shop/item.js';
import type { OrderingPlatform } from '../tenant/ucp.js';
import type { Buyer, Destination, PostalAddress } from '../values/address.js';
import type { Adjustment } from './adjustment.js';
import type { FulfillmentEvent } from './event.js';

export const ORDER_STATUSES = ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'voided'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What a line cost, by kind, so that a later refund reconciles to the cent (docs/money.md, Amounts). Minor units. */
interface Allocation {
  readonly subtotal: number;
  readonly items_discount: number;
  readonly order_discount: number;
  readonly tax: number;
}

/** Units of a line: ordered, left the shop, and canceled before they left it. The others are still in the shop. */
export interface Quantity {
  readonly total: number;
  readonly fulfilled: number;
  readonly canceled: number;
}

export interface OrderLine {
  readonly id: string;
  readonly item: {
    readonly id: string;
    readonly title: string;
    readonly price: number;
    readonly image_url: string | null;
  };
  /** What this variant of its product has. Absent = the item has none, or the order is of an earlier program. */
  readonly options?: readonly ItemOption[];
  readonly quantity: Quantity;
  /** Units of the item were reserved from stock, and go back when the order is canceled. */
  readonly counted: boolean;
  /** Units that were sold before they were there, and the last day that was promised, in the shop's time zone: `2026-12-24`. */
  readonly backordered?: { readonly units: number; readonly until: string };
  readonly parent_id?: string;
  readonly properties: readonly LineProperty[];
  readonly totals: readonly Total[];
  readonly allocation: Allocation;
  /** The tax of `allocation` with its rate, for what was ordered. Absent = it is not known, in orders of earlier programs. */
  readonly tax_lines?: readonly TaxLine[];
}

/** What the buyer was promised when the order was written. */
export interface Expectation {
  readonly id: string;
  readonly method_type: string;
  readonly line_items: readonly { readonly id: string; readonly quantity: number }[];
  readonly destination?: Destination | PostalAddress;
  readonly description: string;
  /** The latest promised instant, milliseconds since the epoch. */
  readonly fulfillable_on: number;
}

/** Written once, when the payment succeeds: a snapshot that later catalog changes do not touch. */
export interface Order {
  readonly id: string;
  /** Counts up per shop. */
  readonly display_id: string;
  readonly organization_id: string;
  readonly shop_id: string;
  readonly deployment_id: string;
  /** '' = none. */
  readonly buyer_id: string;
  readonly checkout_id: string;
  /** Set where it was placed over UCP. */
  readonly platform?: OrderingPlatform;
  /** Where the buyer came from, as the platform said. */
  readonly attribution?: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly language: string;
  readonly status: OrderStatus;
  readonly hold_reason?: string;
  /** The buyer may read the reason of the hold. */
  readonly hold_visible?: true;
  /** What the merchant notes beside the hold; never for the buyer. */
  readonly hold_note?: string;
  readonly cancel_reason?: string;
  /** The buyer may read the reason of the cancellation. */
  readonly cancel_visible?: true;
  readonly payment_status: PaymentStatus;
  readonly line_items: readonly OrderLine[];
  readonly totals: readonly Total[];
  /** Tax contained in the prices, where they include it; 0 otherwise. */
  readonly included_tax: number;
  readonly shipping: {
    readonly fulfillment: number;
    readonly discount: number;
    readonly tax: number;
    /** Absent as in a line. */
    readonly tax_lines?: readonly TaxLine[];
  };
  /** As they were ordered; absent in orders of earlier programs, which knew none. */
  readonly fees?: readonly PricedFee[];
  readonly buyer?: Buyer;
  readonly billing_address?: PostalAddress;
  /** Absent = they are not known, in orders of earlier programs. */
  readonly discounts?: { readonly codes: readonly string[]; readonly applied: readonly DiscountRecord[] };
  readonly fulfillment: {
    readonly events: readonly FulfillmentEvent[];
    readonly expectations: readonly Expectation[];
  };
  readonly payment: {
    /** Absent, like the attempt: there was nothing to pay, and no handler was asked. */
    readonly handler_id?: string;
    readonly attempt_id?: string;
    readonly instrument?: Instrument;
    /** What the payment provider calls the payment, where its handler says so. */
    readonly provider_reference?: string;
  };
  /** Oldest first. */
  readonly adjustments: readonly Adjustment[];
  /** Random text that its link depends on: another one ends the link. Null = it has none; absent = it has the first one. */
  readonly link?: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function orderTotal(order: Pick<Order, 'totals'>): number {
  return order.totals.find((total) => total.type === 'total')?.amount ?? 0;
}

/** What units that were canceled or came back before the payment have taken off what is owed. Minor units. */
export function sumUnpaidAdjustments({ adjustments }: Pick<Order, 'adjustments'>): number {
  return adjustments.reduce((sum, { unpaid, amount }) => sum + (unpaid ? amount : 0), 0);
}

/** Nothing is owed any more of an order that was not paid, and the payment handler is still to be told. */
export function isVoiding(order: Pick<Order, 'status' | 'payment_status' | 'adjustments' | 'totals'>): boolean {
  if (order.payment_status !== 'pending') return false;
  const off = sumUnpaidAdjustments(order);
  return order.status === 'canceled' || (off > 0 && off === orderTotal(order));
}

/** Since when money of the order is on its way: a refund, or a payment to be voided. Null = none is. */
export function moneyPendingSince(order: Order): number | null {
  const pending = order.adjustments.find(({ status }) => status === 'pending');
  return pending?.created_at ?? (isVoiding(order) ? order.updated_at : null);
}

export const LINE_STATUSES = ['processing', 'partial', 'fulfilled', 'removed'] as const;
type LineStatus = (typeof LINE_STATUSES)[number];

/** Whether any unit has left the shop. */
export function hasMoved({ line_items }: Pick<Order, 'line_items'>): boolean {
  return line_items.some(({ quantity }) => quantity.fulfilled > 0);
}

/** Units of a line that are still in the shop, and are to leave it. */
export function unitsToShip({ quantity: { total, fulfilled, canceled } }: Pick<OrderLine, 'quantity'>): number {
  return total - fulfilled - canceled;
}

/** Units of a line that were sold before they were there, and are still to leave the shop: those that are there leave first. */
export function unitsToCome(line: Pick<OrderLine, 'quantity' | 'backordered'>): number {
  return Math.min(line.backordered?.units ?? 0, unitsToShip(line));
}

/** Derived, never stored (docs/orders.md, States). */
export function lineStatus(order: Pick<Order, 'status'>, line: Pick<OrderLine, 'quantity'>): LineStatus {
  const { total, fulfilled, canceled } = line.quantity;
  if (order.status === 'canceled' || canceled === total) return 'removed';
  if (unitsToShip(line) === 0) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}
