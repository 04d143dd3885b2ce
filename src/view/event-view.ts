import { toBase64 } from '../attestation/bytes.js';
import type { Order } from '../domain/order/order.js';
import type { Payment } from '../domain/payment/payment.js';
import type { CheckedReceipt } from '../domain/receipt/receipt.js';
import type { Item } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import type { ItemEventData, OrderEventData, PaymentEventData, ReceiptEventData } from '../schema/event.js';
import type { ViewSettings } from './checkout-view.js';
import { isoTime } from './format.js';
import { orderView } from './order-view.js';
import { signedReceipt } from './receipt-view.js';
import { shopItemView } from './shop-item-view.js';

/** Scopes that determine which members of an order receivers get. */
const SEEN_WITH = new Set(['orders:read'] as const);

/**
 * Returns the order as it is read with the scope `orders:read`, but without the buyer's link, because events are stored
 * for a while, and links never are.
 */
export function orderData(order: Order, shop: Shop, view: Omit<ViewSettings, 'language'>): OrderEventData {
  const { permalink_url: _link, ...data } = orderView(order, shop, SEEN_WITH, { ...view, language: undefined });
  return data;
}

export function paymentData({ id, checkout_id, handler_id, amount, currency }: Payment): PaymentEventData {
  return { id, checkout_id, handler_id, amount, currency };
}

/** The item without its stock, which sales change without an event. */
export function itemData(item: Item): ItemEventData {
  const { stock: _stock, ...data } = shopItemView({ item, stock: null });
  return data;
}

export function receiptData(row: CheckedReceipt): ReceiptEventData {
  return {
    id: row.id,
    status: 'verified',
    receipt: signedReceipt(row),
    signature: toBase64(row.signature),
    signing_key_id: row.signing_key_id,
    key_fingerprint: row.key_fingerprint,
    receipt_hash: row.receipt_hash,
    received_at: isoTime(row.received_at),
    order: row.order_id === null ? null : { id: row.order_id },
  };
}
