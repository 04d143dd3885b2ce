import type { Address, Rate } from './settings.js';
import { type Checkout, goodsOf, type Line, type Shop } from './state.js';
import { sum } from './sums.js';

/** Delivery options of a cart (docs/checkout.md, Fulfillment). */

export interface Option {
  readonly id: string;
  readonly type: 'shipping' | 'pickup' | 'digital';
  readonly amount: number;
  readonly lines: readonly string[];
}

/** `goods`: price after discounts of the lines that can be shipped, which is compared with `free_from`. */
export function optionsOf(shop: Shop, checkout: Checkout, goods: number): Option[] {
  const { settings } = shop;
  const served = (type: Option['type']) => checkout.lines.filter((line) => goodsOf(shop, line).types.includes(type));
  const ids = (type: Option['type']) => served(type).map(({ id }) => id);
  const shipping = settings.shipping.flatMap((rate): Option[] => {
    const { destination } = checkout;
    const amount = destination && reaches(rate, destination) ? priceOf(shop, rate, served('shipping')) : undefined;
    if (amount === undefined) return [];
    const free = rate.free_from !== undefined && goods >= rate.free_from;
    return [{ id: rate.id, type: 'shipping', amount: free ? 0 : amount, lines: ids('shipping') }];
  });
  const pickup = settings.pickup.map(
    ({ id, amount }): Option => ({ id, type: 'pickup', amount, lines: ids('pickup') }),
  );
  const digital: Option = { id: 'digital', type: 'digital', amount: 0, lines: ids('digital') };
  return [...shipping, ...pickup, digital].filter(({ lines }) => lines.length > 0);
}

function reaches({ zone }: Rate, { address_country, address_region = '', postal_code = '' }: Address): boolean {
  const { countries, regions, postal_prefixes } = zone;
  return (
    (countries === undefined || countries.includes(address_country.toUpperCase())) &&
    (regions === undefined || regions.includes(address_region.toUpperCase())) &&
    (postal_prefixes === undefined || postal_prefixes.some((prefix) => postal_code.startsWith(prefix)))
  );
}

/** Returns `undefined` if the parcel is too heavy. */
export function priceOf(shop: Shop, { price }: Rate, lines: readonly Line[]): number | undefined {
  if (price.type === 'flat') return price.amount;
  if (price.type === 'per_item') return price.base + price.amount * sum(lines.map(({ quantity }) => quantity));
  const grams = sum(lines.map((line) => line.quantity * goodsOf(shop, line).grams));
  return price.steps.find(({ up_to_grams }) => grams <= up_to_grams)?.amount;
}
