import type { Checkout } from '../checkout/checkout.js';
import { isVoiding, type Order } from '../order/order.js';
import { addressOf } from '../values/email.js';

/** Whether a checkout or an order is of the person with this address, as `addressOf` writes it. */
export function isOf(row: Pick<Checkout | Order, 'buyer' | 'buyer_id'>, address: string): boolean {
  return [row.buyer?.email, row.buyer_id].some((text) => text !== undefined && addressOf(text) === address);
}

/** The years for which a shop keeps the buyers of its orders, where its settings do not say (docs/tenants.md, Privacy). */
export const DEFAULT_RETENTION_YEARS = 10;

/** Why the buyer of an order is not erased now; undefined = it may be. */
export type KeptBecause = 'retention' | 'open_payment';

/** Within the years of the shop's setting, and while money is on its way, an order keeps its buyer. */
export function keptBecause(order: Order, years: number, now: number): KeptBecause | undefined {
  const until = new Date(order.created_at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  if (until.getTime() > now) return 'retention';
  const isOpen = isVoiding(order) || order.adjustments.some(({ status }) => status === 'pending');
  return isOpen ? 'open_payment' : undefined;
}
