import { contextHash } from '../../attestation/context-hash.js';
import { oncePer } from '../values/once-per.js';
import { type Order, orderTotal } from './order.js';

/** The immutable part of an order. Receipts contain its hash (docs/receipts-format.md, Context). Minor units. */
interface ReceiptContext {
  /** Version of this format. */
  readonly v: 1;
  readonly order_id: string;
  readonly checkout_id: string;
  readonly currency: string;
  /** ISO 8601 in UTC. */
  readonly created_at: string;
  readonly line_items: readonly {
    readonly id: string;
    readonly item_id: string;
    readonly quantity: number;
    readonly properties: readonly { readonly name: string; readonly value: string }[];
    readonly total: number;
  }[];
  readonly total: number;
}

export function receiptContext(order: Order): ReceiptContext {
  return {
    v: 1,
    order_id: order.id,
    checkout_id: order.checkout_id,
    currency: order.currency,
    created_at: new Date(order.created_at).toISOString(),
    line_items: order.line_items.map(({ id, item, quantity, properties, totals }) => ({
      id,
      item_id: item.id,
      quantity: quantity.total,
      properties: properties.map(({ name, value }) => ({ name, value })),
      total: orderTotal({ totals }),
    })),
    total: orderTotal(order),
  };
}

/** Hash of the order's receipt context, computed once per row object. */
export const orderContextHash = oncePer((order: Order) => contextHash(receiptContext(order)));
