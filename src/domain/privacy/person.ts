import type { Checkout } from '../checkout/checkout.js';
import type { Order } from '../order/order.js';
import { moneyPendingSince } from '../order/order-payment.js';
import { addressOf } from '../values/email.js';

/** A cart or order; platform carts have no `buyer_id`. */
type PersonalRow = Pick<Checkout | Order, 'buyer'> & { readonly buyer_id?: string };

/** True if a cart or order belongs to the person with this email address, normalized by `addressOf`. */
export function belongsTo(row: PersonalRow, address: string): boolean {
  return [row.buyer?.email, row.buyer_id].some((text) => text !== undefined && addressOf(text) === address);
}

/** True if the JSON contains the address, which is normalized by `addressOf`. Ignores case. */
export function hasAddress(json: string, address: string): boolean {
  return containsAddress(addressOf(json), address);
}

/** Like `hasAddress`, for repeated checks of the same JSON, folded by `addressOf` beforehand. */
export function containsAddress(foldedJson: string, address: string): boolean {
  return foldedJson.includes(JSON.stringify(address).slice(1, -1));
}

/** Default years for which orders retain their buyer; shops can set another number (docs/tenants.md, Privacy). */
export const DEFAULT_RETENTION_YEARS = 10;

/** Reason to retain an order's buyer for now; `undefined` if the buyer can be erased. */
export type RetentionReason = 'retention' | 'open_payment';

/** Orders retain their buyer during the retention years, and while a refund, capture or void is in progress. */
export function retentionReason(order: Order, years: number, now: number): RetentionReason | undefined {
  const until = new Date(order.created_at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  if (until.getTime() > now) return 'retention';
  return moneyPendingSince(order) === null ? undefined : 'open_payment';
}
