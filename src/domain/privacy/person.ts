import type { Checkout } from '../checkout/checkout.js';
import type { Order } from '../order/order.js';
import { moneyPendingSince } from '../order/order-payment.js';
import { addressOf } from '../values/email.js';

/** A cart or order; platform carts have no `buyer_id`. */
type PersonalRow = Pick<Checkout | Order, 'buyer'> & {
  readonly buyer_id?: string;
  readonly platform?: Pick<NonNullable<Order['platform']>, 'account'>;
};

/** A person whose data is exported or erased. */
export interface DataSubject {
  /** Email address, normalized by `addressOf`. */
  readonly address: string;
  /** Ids of the grants that the person gave, whose carts and orders need not contain the address. */
  readonly grants: ReadonlySet<string>;
}

/** True if a cart or order contains the person's address as that of the buyer, or was made with one of their grants. */
export function belongsTo({ buyer, buyer_id, platform }: PersonalRow, { address, grants }: DataSubject): boolean {
  const isAddress = (text: string | undefined) => text !== undefined && addressOf(text) === address;
  const isGrant = (id: string | undefined) => id !== undefined && grants.has(id);
  return isAddress(buyer?.email) || isAddress(buyer_id) || isGrant(buyer_id) || isGrant(platform?.account);
}

/** True if the JSON contains one of the texts, such as an address, normalized by `addressOf`. Ignores case. */
export function hasText(json: string, texts: readonly string[]): boolean {
  const folded = addressOf(json);
  return texts.some((text) => containsAddress(folded, text));
}

/** True if JSON that is folded by `addressOf` contains the address, which is normalized by it too. */
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
