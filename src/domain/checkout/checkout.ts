import { type Discount, normalizeCode } from '../shop/discount.js';
import { type Item, itemKey, type LineProperty } from '../shop/item.js';
import type { CapturePolicy, Shop } from '../shop/shop.js';
import type { Spending } from '../tenant/limits.js';
import type { Buyer, Destination, PostalAddress } from '../values/address.js';
import { extend } from '../values/extend.js';
import type { Draft } from './draft.js';
import type { Instrument } from './instrument.js';
import type { PaymentGrant } from './payment-grant.js';
import { keepPlatform, type PlatformPart } from './platform-part.js';
import type { SeenTerms } from './seen.js';

export type { Instrument } from './instrument.js';

export interface Line {
  readonly id: string;
  readonly item_id: string;
  readonly quantity: number;
  readonly parent_id?: string;
  readonly properties: readonly LineProperty[];
  /**
   * Unit price when the line was last written, compared with the current one to report `price_changed`. Minor units.
   */
  readonly seen_price: number;
}

/** Work of the buyer for which a payment waits, such as 3-D Secure. `data` is public. */
export type PendingAction = (
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'client'; readonly data: Readonly<Record<string, string>> }
) & { readonly expires_at: number };

/** `expired`: it was voided, because there was no outcome in time. */
export const FAILED_PAYMENTS = ['declined', 'expired'] as const;
export type FailedPayment = (typeof FAILED_PAYMENTS)[number];

/** A payment attempt. Its id is the idempotency key sent to the payment handler. */
export interface Attempt {
  readonly id: string;
  readonly handler_id: string;
  /** Whose account at the provider is charged. Absent: `portal`. */
  readonly account?: 'shop' | 'portal';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly started_at: number;
  /** True if the buyer started it, on the page that also shows what it waits for. */
  readonly by_buyer?: true;
  readonly instrument?: Instrument;
  /**
   * The call that began the attempt, stored so that repeats find the attempt while the payment is open. Absent without
   * an idempotency key.
   */
  readonly repeatable?: { readonly id: string; readonly fingerprint: string };
  /**
   * Present if the attempt is to be voided, so that it can no longer lead to an order. The value determines the next
   * state of the checkout: canceled or open.
   */
  readonly voiding?: 'cancel' | 'reopen';
  /** Present while the payment waits for the buyer. */
  readonly action?: PendingAction;
  /** Time until which the handler may leave the payment open; defaults to 15 minutes from the start. */
  readonly open_until?: number;
  /** Present if the handler was asked to authorize first: when the payment is captured. */
  readonly capture?: Exclude<CapturePolicy, 'at_once'>;
  /** Present if a grant, or an API key with limits, began the payment or last changed the checkout. */
  readonly grant?: PaymentGrant;
}

/**
 * Version of the pricing rules. In version 1, `free_from` counted all goods, and the minimum of a discount on named
 * items counted the whole subtotal. Up to version 2, tax rates without a category applied to exempt goods. Paid
 * checkouts keep their version, so that their amounts never change.
 */
export type PricingRules = 1 | 2 | 3;

export const PRICING_RULES: PricingRules = 3;

/** Inputs of the price calculation, frozen on the checkout when its payment begins. */
export interface Terms {
  readonly shop: Shop;
  readonly items: readonly Item[];
  /** Only discounts that were applied. */
  readonly discounts: readonly Discount[];
  /** Entered codes in the merchant's spelling. Checkouts from earlier versions have only `discount_codes`. */
  readonly codes?: readonly string[];
  readonly priced_at: number;
  readonly rules: PricingRules;
  /** Ids of items with more units in the cart than in stock, which are promised for a later date. Absent if none. */
  readonly backordered?: readonly string[];
  /**
   * Remaining stock of the backordered items, by item id; negative as in `Cart`. Absent in checkouts from earlier
   * versions, which means 0.
   */
  readonly units_left?: Readonly<Record<string, number>>;
}

export interface Checkout {
  readonly id: string;
  readonly shop_id: string;
  readonly deployment_id: string;
  /** Buyer reference that calls must give to use this checkout; empty if none. */
  readonly buyer_id: string;
  /** Present on checkouts created over UCP. */
  readonly platform?: PlatformPart;
  /**
   * Present on checkouts of `buy`, which are nobody's current cart. Keyed hashes by which a repeat is compared: `content`
   * of what the call asked for, `built` of the checkout that it made of that; without `built` if it was completed at once.
   * Both are absent after an erasure.
   */
  readonly direct?: { readonly content?: string; readonly built?: string };
  /**
   * Present on checkouts of `buy`, also after an erasure: keyed hash of the call's idempotency key, by which a repeat finds
   * the checkout. Earlier versions used it as the id.
   */
  readonly purchase_key?: string;
  /** Present on checkouts that staff prepared for a buyer. */
  readonly draft?: Draft;
  /**
   * The API key toward whose limits the payment counts: the last key with limits that changed the checkout or paid it.
   */
  readonly spender?: string;
  /** Stored state. Responses derive `status` from it (status.ts). */
  readonly state: 'open' | 'paying' | 'completed' | 'canceled';
  readonly lines: readonly Line[];
  readonly buyer?: Buyer;
  /** Keyed hash of the buyer's email address, for counting uses of discounts that are limited per buyer. */
  readonly buyer_key?: string;
  readonly billing_address?: PostalAddress;
  readonly destination?: Destination;
  readonly selected_option_id?: string;
  /** Previously selected option that a change of destination made unavailable. */
  readonly dropped_option_id?: string;
  /** Normalized discount codes in the order in which they were entered. */
  readonly discount_codes: readonly string[];
  /** Text from `consentTo` that the buyer approved. The approval is valid as long as the cart yields the same text. */
  readonly approved?: string;
  /** Age in years that the buyer confirmed. `true`, written by earlier versions, means 18. */
  readonly age_confirmed?: number | boolean;
  /**
   * URL of the terms of service that the buyer accepted. The acceptance is valid as long as the shop uses the same URL.
   */
  readonly terms_accepted?: string;
  /** Shop terms that the buyer has seen. Absent if there are none yet, or if an earlier version last wrote the cart. */
  readonly seen?: SeenTerms;
  readonly attempt?: Attempt;
  /** Present if the last payment failed after its call had ended, until the next payment begins. */
  readonly failed_payment?: FailedPayment;
  readonly frozen?: Terms;
  readonly order_id?: string;
  /** Copy of the order's `link`. */
  readonly order_link?: string | null;
  /** True if the checkout was canceled because it expired, rather than by a call. */
  readonly expired?: boolean;
  /** True if the content was removed, at the end of the retention period or when a person was erased. */
  readonly erased?: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  /** Six hours after the last change, or later for a draft. Milliseconds since the epoch. */
  readonly expires_at: number;
  readonly version: number;
}

/** A checkout with all data that its price, messages and status depend on. */
export interface Cart {
  readonly checkout: Checkout;
  readonly shop: Shop;
  readonly items: ReadonlyMap<string, Item>;
  /** Remaining units of counted items, by item id; negative for backordered units. */
  readonly stock: ReadonlyMap<string, number>;
  /** Discounts of entered codes, by normalized code. */
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly automatic: readonly Discount[];
  /** Remaining uses of limited discounts, by normalized code. */
  readonly uses: ReadonlyMap<string, number>;
  /** Normalized codes of `once_per_buyer` discounts that this buyer has already used. */
  readonly used: ReadonlySet<string>;
  /** Present if the payment of this open checkout counts toward the limits of its `spender`. */
  readonly spending?: Spending;
  readonly rules: PricingRules;
  readonly now: number;
}

/** Lifetime of an unchanged cart, in milliseconds (docs/checkout.md, Status). */
export const CART_LIFETIME = 6 * 60 * 60 * 1000;

export const MAX_LINES = 100;
export const MAX_DISCOUNT_CODES = 10;

export function newCheckout(
  id: string,
  owner: Pick<Checkout, 'shop_id' | 'deployment_id' | 'buyer_id'>,
  now: number,
): Checkout {
  return extend(owner, {
    id,
    state: 'open',
    lines: [],
    discount_codes: [],
    created_at: now,
    updated_at: now,
    expires_at: now + CART_LIFETIME,
    version: 0,
  });
}

/** True until a checkout is completed or canceled. Only such a checkout counts as a cart. */
export function isUnended({ state }: Checkout): boolean {
  return state === 'open' || state === 'paying';
}

/** Renews the cart's lifetime, as every write does. That of a draft never becomes shorter. */
export function extendLifetime(checkout: Checkout, now: number): Checkout {
  const renewed = now + CART_LIFETIME;
  const expires_at = checkout.draft ? Math.max(checkout.expires_at, renewed) : renewed;
  return { ...checkout, updated_at: now, expires_at };
}

/** Removes lines, buyer and addresses from a canceled checkout, after its retention period or to erase a person. */
export function removeContent(checkout: Checkout): Checkout {
  const { id, shop_id, deployment_id, buyer_id, state, created_at, updated_at, expires_at, version } = checkout;
  const kept = { id, shop_id, deployment_id, buyer_id, state, created_at, updated_at, expires_at, version };
  return {
    ...kept,
    ...(checkout.platform && { platform: keepPlatform(checkout.platform) }),
    ...(checkout.purchase_key !== undefined && { purchase_key: checkout.purchase_key }),
    ...(checkout.expired && { expired: true }),
    lines: [],
    discount_codes: [],
    erased: true,
  };
}

/** Finds the item of a line. It always exists, since items are withdrawn and never deleted. */
export function findItem(cart: Cart, line: Line): Item {
  const item = cart.items.get(line.item_id);
  if (!item) throw new Error(`item row missing: ${itemKey(cart.shop.id, line.item_id)}`);
  return item;
}

/** Rebuilds the cart as it was priced when its payment began, so that a paid total never changes. */
export function frozenCart(checkout: Checkout, terms: Terms): Cart {
  return {
    checkout,
    shop: terms.shop,
    items: new Map(terms.items.map((item) => [item.id, item])),
    // Stock matters for promised times of backordered items only, so no other stock is stored.
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
