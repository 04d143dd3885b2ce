import { type Cart, type Checkout, PRICING_RULES } from '../domain/checkout/checkout.js';
import { type Assessment, assess, assessFrozen } from '../domain/checkout/status.js';
import { buyerUseKey, type Discount, discountKey, normalizeCode, useKey, usesLeft } from '../domain/shop/discount.js';
import { itemKey } from '../domain/shop/item.js';
import { boundedCache } from '../domain/values/bounded-cache.js';
import { required } from '../domain/values/required.js';
import type { Rows, Wanted } from '../ports.js';
import { spendingHints, spendingOn } from './spending.js';

/** Maximum number of carts whose contents are cached. */
const MAX_CACHED = 2_000;
/** Contents of carts when this process priced them, so that their items are fetched together with the cart. */
const contents = boundedCache<Required<CartNeeds>>(MAX_CACHED);

/**
 * Lists the rows needed to price a cart, as far as they can be guessed before the cart is read. They are hints for
 * `expect` (src/ports/store.ts).
 */
export function buildCartHints(
  shopId: string,
  checkoutId: string,
  { itemIds = [], codes = [] }: CartNeeds = {},
): Wanted[] {
  const before = contents.get(checkoutId);
  const itemKeys = [...(before?.itemIds ?? []), ...itemIds].map((id) => itemKey(shopId, id));
  const codeKeys = [...(before?.codes ?? []), ...codes].map((code) => discountKey(shopId, code));
  return [
    ['get', 'checkout', checkoutId],
    ['get', 'shop', shopId],
    ['automaticDiscounts', shopId],
    ['many', 'item', itemKeys],
    ['counters', 'stock', itemKeys],
    ['many', 'discount', codeKeys],
  ];
}

/** True if this process has priced the cart, and it had no lines. */
export function isKnownEmpty(checkoutId: string): boolean {
  return contents.get(checkoutId)?.itemIds.length === 0;
}

/** Loads everything that a checkout's price, messages and status depend on, including items about to be added. */
export function cartOf(rows: Rows, checkout: Checkout, now: number, more: CartNeeds = {}): Cart {
  const shopId = checkout.shop_id;
  const { itemIds, codes, itemKeys, codeKeys } = keysOf(checkout, more);
  if (rows.usesHints) {
    contents.set(checkout.id, { itemIds, codes });
    rows.expect(...readsOf(checkout, now, more));
  }
  const shop = required(rows.get('shop', shopId), 'shop');
  const discounts = discountsOf(rows, checkout, codeKeys);
  const items = rows.many('item', itemKeys);
  const counted = [...items].filter(([, item]) => item.counted);
  const stock = rows.counters(
    'stock',
    counted.map(([key]) => key),
  );
  const spending = spendingOn(rows, checkout, now);
  return {
    checkout,
    shop,
    items: new Map([...items.values()].map((item) => [item.id, item])),
    stock: new Map(counted.map(([key, item]) => [item.id, stock.get(key) ?? 0])),
    ...discounts,
    ...(spending && { spending }),
    rules: PRICING_RULES,
    now,
  };
}

function keysOf(checkout: Checkout, more: CartNeeds) {
  const shopId = checkout.shop_id;
  const itemIds = [...new Set([...checkout.lines.map((line) => line.item_id), ...(more.itemIds ?? [])])];
  const codes = [...new Set([...checkout.discount_codes, ...(more.codes ?? [])])];
  const itemKeys = itemIds.map((id) => itemKey(shopId, id));
  return { itemIds, codes, itemKeys, codeKeys: codes.map((code) => discountKey(shopId, code)) };
}

/** Lists the rows that are needed to price a cart and that the cart names. */
function readsOf(checkout: Checkout, now: number, more: CartNeeds = {}): Wanted[] {
  const { itemKeys, codeKeys } = keysOf(checkout, more);
  return [
    ['get', 'shop', checkout.shop_id],
    ['automaticDiscounts', checkout.shop_id],
    ['many', 'item', itemKeys],
    ['counters', 'stock', itemKeys],
    ['many', 'discount', codeKeys],
    ...spendingHints(checkout, now),
  ];
}

/** Reads the discounts that may apply to a checkout, with their remaining uses. */
function discountsOf(rows: Rows, { buyer_key, shop_id }: Checkout, codeKeys: readonly string[]) {
  const automatic = rows.find('automaticDiscounts', shop_id);
  const ofAutomatic = countersOf(automatic, buyer_key);
  if (rows.usesHints) rows.expect(...countersRead(ofAutomatic));
  const entered = [...rows.many('discount', codeKeys).values()].filter((discount) => !discount.automatic);
  const ofEntered = countersOf(entered, buyer_key);
  const made = rows.counters('discount_use', [...ofEntered.limited, ...ofAutomatic.limited]);
  const taken = rows.counters('buyer_use', [...ofEntered.once, ...ofAutomatic.once]);
  const all: readonly Discount[] = [...entered, ...automatic];
  const limited = all.filter((discount) => discount.max_uses !== undefined);
  const once = buyer_key === undefined ? [] : all.filter((discount) => discount.once_per_buyer);
  const byCode = (discount: Discount) => normalizeCode(discount.code);
  return {
    discounts: new Map(entered.map((discount) => [byCode(discount), discount])),
    automatic,
    uses: new Map(limited.map((discount) => [byCode(discount), usesLeft(discount, made.get(useKey(discount))) ?? 0])),
    used: new Set(once.filter((discount) => taken.has(buyerUseKey(discount, buyer_key ?? ''))).map(byCode)),
  };
}

/** Returns the keys of the counters of discount uses: `limited` for uses in total, `once` for those of the buyer. */
function countersOf(discounts: readonly Discount[], buyerKey: string | undefined) {
  return {
    limited: discounts.filter((discount) => discount.max_uses !== undefined).map(useKey),
    once:
      buyerKey === undefined
        ? []
        : discounts.filter((discount) => discount.once_per_buyer).map((discount) => buyerUseKey(discount, buyerKey)),
  };
}

function countersRead({ limited, once }: ReturnType<typeof countersOf>): Wanted[] {
  return [
    ['counters', 'discount_use', limited],
    ['counters', 'buyer_use', once],
  ];
}

/** Rows that are needed in addition to those that the checkout refers to. */
export interface CartNeeds {
  readonly itemIds?: readonly string[];
  /** Normalized discount codes. */
  readonly codes?: readonly string[];
}

/**
 * Assesses a checkout's price, messages and status. During and after payment its terms are frozen, so only the shop's
 * present settings are read.
 */
export function assessmentOf(rows: Rows, checkout: Checkout, now: number): Assessment {
  const { frozen, shop_id } = checkout;
  if (!frozen) return assess(cartOf(rows, checkout, now));
  return assessFrozen(checkout, frozen, required(rows.get('shop', shop_id), 'shop'), now);
}

/** Assesses several checkouts, whose rows a remote engine fetches together. */
export function assessmentsOf(rows: Rows, checkouts: readonly Checkout[], now: number): Assessment[] {
  for (const checkout of checkouts) rows.expect(...readsOf(checkout, now));
  for (const { shop_id, buyer_key } of checkouts)
    rows.expect(...countersRead(countersOf(rows.find('automaticDiscounts', shop_id), buyer_key)));
  return checkouts.map((checkout) => assessmentOf(rows, checkout, now));
}
