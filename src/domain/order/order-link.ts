import type { Checkout } from '../checkout/checkout.js';
import type { Shop } from '../shop/shop.js';
import type { Order } from './order.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether the link of an order leads to its page: it was not ended, and its life, which the shop's settings may limit,
 * is not over. It counts from the last change, so that a late refund is seen.
 */
export function hasOpenLink(
  { link, updated_at }: Pick<Order, 'link' | 'updated_at'>,
  { settings: { order_link_days } }: Shop,
  now: number,
): boolean {
  return link !== null && (order_link_days === undefined || now < updated_at + order_link_days * DAY);
}

/** The order with another link, or with none; its earlier links end. */
export function withLink(order: Order, link: string | null, now: number): Order {
  return { ...order, link, updated_at: now };
}

/** Its checkout, which shows the same link. */
export function withOrderLink(checkout: Checkout, order_link: string | null, now: number): Checkout {
  return { ...checkout, order_link, updated_at: now };
}
