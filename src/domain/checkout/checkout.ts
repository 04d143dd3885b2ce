import { type Discount, normalizeCode } from '../shop/discount.js';
import { type Item, itemKey, type LineProperty } from '../shop/item.js';
import type { Shop } from '../shop/shop.js';
import type { Buyer, Destination, PostalAddress } from '../values/address.js';
import type { Instrument } from './instrument.js';
import { type PlatformPart, withoutFacts } from './platform-part.js';
import type { SeenTerms } from './seen.js';

export type { Instrument } from './instrument.js';

export interface Line {
  readonly id: string;
  readonly item_id: string;
  readonly quantity: number;
  readonly parent_id?: string;
  readonly properties: readonly LineProperty[];
  /** Unit price when the line was last written, to tell `price_changed`. Minor units. */
  readonly seen_price: number;
}

/** One attempt to pay. Its id is the idempotency key for the handler. */
export interface Attempt {
  readonly id: string;
  readonly handler_id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly started_at: number;
  readonly instrument?: Instrument;
  /** The call that began it, by which its repeats are known while the payment is open; absent = it cannot be repeated. */
  readonly repeatable?: { readonly id: string; readonly fingerprint: string };
  /** Set once the attempt is to be voided, so that no order can follow: what then happens to the checkout. */
  readonly voiding?: 'cancel' | 'reopen';
}

/**
 * By which rules a cart is priced. 1: as before, where `free_from` counted all goods, and the minimum of a discount on
 * named items the whole subtotal. What was being paid or was completed then keeps them, so that its amounts stay.
 */
export type PricingRules = 1 | 2;

export const PRICING_RULES: PricingRules = 2;

/** What a price is computed from. Frozen on the checkout when its payment begins. */
export interface Terms {
  readonly shop: Shop;
  readonly items: readonly Item[];
  /** Only those that took effect. */
  readonly discounts: readonly Discount[];
  /** The codes that were entered, as the merchant wrote them. Absent = as `discount_codes`, in earlier checkouts. */
  readonly codes?: readonly string[];
  readonly priced_at: number;
  readonly rules: PricingRules;
  /** Ids of the items of which more were sold than there were: they are promised later. Absent = none. */
  readonly backordered?: readonly string[];
  /** Units that were left of these, by item id; negative as in `Cart`. Absent = 0, in earlier checkouts. */
  readonly units_left?: Readonly<Record<string, number>>;
}

export interface Checkout {
  readonly id: string;
  readonly shop_id: string;
  readonly deployment_id: string;
  /** The buyer reference of the calls that own it; '' = none. */
  readonly buyer_id: string;
  /** Set where it was created over UCP. */
  readonly platform?: PlatformPart;
  /** The stored state; the `status` in answers is derived from it (status.ts). */
  readonly state: 'open' | 'paying' | 'completed' | 'canceled';
  readonly lines: readonly Line[];
  readonly buyer?: Buyer;
  /** Keyed hash of the buyer's email address, by which a buyer's uses of a discount are counted. */
  readonly buyer_key?: string;
  readonly billing_address?: PostalAddress;
  readonly destination?: Destination;
  readonly selected_option_id?: string;
  /** An option that was selected, and that a change of destination made unavailable. */
  readonly dropped_option_id?: string;
  /** Normalized codes in the order they were applied. */
  readonly discount_codes: readonly string[];
  /** What the buyer approved, as `consentTo` writes it; valid while the cart still gives the same text. */
  readonly approved?: string;
  /** Years that the buyer of this checkout has said to have; `true` of earlier programs is 18. */
  readonly age_confirmed?: number | boolean;
  /** The shop's terms that the buyer has seen; absent = none yet, or the cart was last written by an earlier program. */
  readonly seen?: SeenTerms;
  readonly attempt?: Attempt;
  readonly frozen?: Terms;
  readonly order_id?: string;
  /** The `link` of the order. */
  readonly order_link?: string | null;
  /** Canceled because it expired, not by a call. */
  readonly expired?: boolean;
  /** Its content was erased when its retention period ended. */
  readonly erased?: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  /** Milliseconds since the epoch; 6 h after the last change. */
  readonly expires_at: number;
  readonly version: number;
}

/** A checkout with everything that its price, messages and status are derived from. */
export interface Cart {
  readonly checkout: Checkout;
  readonly shop: Shop;
  readonly items: ReadonlyMap<string, Item>;
  /** Units left, by item id, for counted items; negative = sold before they were there. */
  readonly stock: ReadonlyMap<string, number>;
  /** Those that are entered, by normalized code. */
  readonly discounts: ReadonlyMap<string, Discount>;
  /** The automatic discounts. */
  readonly automatic: readonly Discount[];
  /** Uses left, by normalized code, for limited discounts. */
  readonly uses: ReadonlyMap<string, number>;
  /** Normalized codes of the discounts `once_per_buyer` that this buyer has used. */
  readonly used: ReadonlySet<string>;
  readonly rules: PricingRules;
  readonly now: number;
}

/** How long an untouched cart lives, in milliseconds (docs/checkout.md, Status). */
export const CART_LIFETIME = 6 * 60 * 60 * 1000;

export const MAX_LINES = 100;
export const MAX_QUANTITY = 9_999;
export const MAX_DISCOUNT_CODES = 10;

export function newCheckout(
  id: string,
  owner: Pick<Checkout, 'shop_id' | 'deployment_id' | 'buyer_id'>,
  now: number,
): Checkout {
  return {
    ...owner,
    id,
    state: 'open',
    lines: [],
    discount_codes: [],
    created_at: now,
    updated_at: now,
    expires_at: now + CART_LIFETIME,
    version: 0,
  };
}

/** Every write extends the life of the cart. */
export function extendLifetime(checkout: Checkout, now: number): Checkout {
  return { ...checkout, updated_at: now, expires_at: now + CART_LIFETIME };
}

/** A canceled checkout without its content (lines, buyer, addresses), which is no longer kept. */
export function removeContent(checkout: Checkout): Checkout {
  const { id, shop_id, deployment_id, buyer_id, state, created_at, updated_at, expires_at, version } = checkout;
  const kept = { id, shop_id, deployment_id, buyer_id, state, created_at, updated_at, expires_at, version };
  return {
    ...kept,
    ...(checkout.platform && { platform: withoutFacts(checkout.platform) }),
    ...(checkout.expired && { expired: true }),
    lines: [],
    discount_codes: [],
    erased: true,
  };
}

/** The item of a line, which exists for every stored line: items are withdrawn, never deleted. */
export function itemOf(cart: Cart, line: Line): Item {
  const item = cart.items.get(line.item_id);
  if (!item) throw new Error(`item row missing: ${itemKey(cart.shop.id, line.item_id)}`);
  return item;
}

/** The cart as it was priced when its payment began, so that a paid total never changes. */
export function frozenCart(checkout: Checkout, terms: Terms): Cart {
  return {
    checkout,
    shop: terms.shop,
    items: new Map(terms.items.map((item) => [item.id, item])),
    // Only what the promised times need: of these there were too few.
    stock: new Map((terms.backordered ?? []).map((id) => [id, terms.units_left?.[id] ?? 0])),
    discounts: new Map(
      terms.discounts.filter((one) => !one.automatic).map((discount) => [normalizeCode(discount.code), discount]),
    ),
    automatic: terms.discounts.filter((one) => one.automatic),
    uses: new Map(),
    used: new Set(),
    rules: terms.rules,
    now: terms.priced_at,
  };
}
