import type { Checkout } from '../checkout/checkout.js';
import type { Shop } from '../shop/shop.js';
import type { Order } from './order.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * True if the order's link works: it was not removed, and the lifetime set by the shop has not ended. The lifetime
 * restarts with every change of the order, so that late refunds can be seen.
 */
export function hasOpenLink(
  { link, updated_at }: Pick<Order, 'link' | 'updated_at'>,
  { settings: { order_link_days } }: Shop,
  now: number,
): boolean {
  return link !== null && (order_link_days === undefined || now < updated_at + order_link_days * DAY);
}

/** Replaces or removes the order's link. Earlier links stop working. */
export function replaceLink(order: Order, link: string | null, now: number): Order {
  return { ...order, link, updated_at: now };
}

/** Updates the checkout's copy of the link. */
export function replaceCheckoutLink(checkout: Checkout, order_link: string | null, now: number): Checkout {
  return { ...checkout, order_link, updated_at: now };
}
