import type { Checkout } from '../checkout/checkout.js';
import { isVoiding, type Order } from '../order/order.js';
import { addressOf } from '../values/email.js';

/** Who has a cart or an order; a platform's cart has no `buyer_id`. */
type Bought = Pick<Checkout | Order, 'buyer'> & { readonly buyer_id?: string };

/** Whether a cart or an order is of the person with this address, as `addressOf` writes it. */
export function belongsTo(row: Bought, address: string): boolean {
  return [row.buyer?.email, row.buyer_id].some((text) => text !== undefined && addressOf(text) === address);
}

/** Whether JSON has this address in any text; case does not matter. `address` is as `addressOf` writes it. */
export function hasAddress(json: string, address: string): boolean {
  return containsAddress(addressOf(json), address);
}

/** As `hasAddress`, in JSON that `addressOf` has folded, for one look after the other. */
export function containsAddress(foldedJson: string, address: string): boolean {
  return foldedJson.includes(JSON.stringify(address).slice(1, -1));
}

/** The years for which a shop keeps the buyers of its orders, where its settings do not say (docs/tenants.md, Privacy). */
export const DEFAULT_RETENTION_YEARS = 10;

/** Why the buyer of an order is not erased now; undefined = it may be. */
export type RetentionReason = 'retention' | 'open_payment';

/** Within the years of the shop's setting, and while money is on its way, an order keeps its buyer. */
export function retentionReason(order: Order, years: number, now: number): RetentionReason | undefined {
  const until = new Date(order.created_at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  if (until.getTime() > now) return 'retention';
  const isOpen = isVoiding(order) || order.adjustments.some(({ status }) => status === 'pending');
  return isOpen ? 'open_payment' : undefined;
}
