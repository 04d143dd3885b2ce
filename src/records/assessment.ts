import type { Cart, Checkout } from '../domain/checkout/checkout.js';
import { type Assessment, assess } from '../domain/checkout/status.js';
import { buyerUseKey, type Discount, discountKey, normalizeCode, useKey, usesLeft } from '../domain/shop/discount.js';
import { itemKey } from '../domain/shop/item.js';
import { required } from '../domain/values/required.js';
import type { Rows } from '../ports.js';

/** A checkout with all that its price, messages and status follow from, and items about to be added. */
export function cartOf(rows: Rows, checkout: Checkout, now: number, more: CartNeeds = {}): Cart {
  const shop = required(rows.get('shop', checkout.shop_id), 'shop');
  const itemIds = [...new Set([...checkout.lines.map((line) => line.item_id), ...(more.itemIds ?? [])])];
  const codes = [...new Set([...checkout.discount_codes, ...(more.codes ?? [])])];
  const items = rows.many(
    'item',
    itemIds.map((id) => itemKey(shop.id, id)),
  );
  const counted = [...items.values()].filter((item) => item.counted).map((item) => itemKey(shop.id, item.id));
  const stock = rows.counters('stock', counted);
  const withinShop = (key: string) => key.slice(shop.id.length + 1);
  return {
    checkout,
    shop,
    items: new Map([...items.values()].map((item) => [item.id, item])),
    stock: new Map(counted.map((key) => [withinShop(key), stock.get(key) ?? 0])),
    ...discountsOf(rows, checkout, shop.id, codes),
    now,
  };
}

/** The discounts that a checkout may have, with what is left of each. */
function discountsOf(rows: Rows, { buyer_key }: Checkout, shopId: string, codes: readonly string[]) {
  const keys = codes.map((code) => discountKey(shopId, code));
  const entered = [...rows.many('discount', keys).values()].filter((discount) => !discount.automatic);
  const automatic = rows.automaticDiscounts(shopId);
  const all: readonly Discount[] = [...entered, ...automatic];
  const limited = all.filter((discount) => discount.max_uses !== undefined);
  const made = rows.counters('discount_use', limited.map(useKey));
  const once = buyer_key === undefined ? [] : all.filter((discount) => discount.once_per_buyer);
  const keyOfUse = (discount: Discount) => buyerUseKey(discount, buyer_key ?? '');
  const taken = rows.counters('buyer_use', once.map(keyOfUse));
  const byCode = (discount: Discount) => normalizeCode(discount.code);
  return {
    discounts: new Map(entered.map((discount) => [byCode(discount), discount])),
    automatic,
    uses: new Map(limited.map((discount) => [byCode(discount), usesLeft(discount, made.get(useKey(discount))) ?? 0])),
    used: new Set(once.filter((discount) => taken.has(keyOfUse(discount))).map(byCode)),
  };
}

/** What is read beside what the checkout itself names. */
export interface CartNeeds {
  readonly itemIds?: readonly string[];
  /** Normalized discount codes. */
  readonly codes?: readonly string[];
}

/** A checkout with its price, messages and status; on its frozen terms while and after it is paid. */
export function assessmentOf(rows: Rows, checkout: Checkout, now: number): Assessment {
  return assess(cartOf(rows, checkout, now));
}
