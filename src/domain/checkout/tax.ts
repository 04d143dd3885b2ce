import type { Item } from '../shop/item.js';
import { isDigital } from '../shop/item.js';
import type { TaxRate } from '../shop/shop.js';
import { type PostalAddress, sameRegion } from '../values/address.js';
import type { Cart } from './checkout.js';

export interface Place {
  readonly country: string;
  readonly region?: string | undefined;
}

/**
 * Where a line is taxed (docs/api.md, Tax): the destination; for pickup the location; for digital the
 * billing country, else the destination, else the shop's. Undefined = not known yet.
 */
export function taxPlace(cart: Cart, item: Item, pickup: PostalAddress | undefined): Place | undefined {
  const { checkout, shop } = cart;
  if (isDigital(item)) {
    return placeOf(checkout.billing_address) ?? placeOf(checkout.destination) ?? { country: shop.settings.country };
  }
  return placeOf(pickup) ?? placeOf(checkout.destination);
}

export function placeOf(address: PostalAddress | undefined): Place | undefined {
  if (address?.address_country === undefined) return undefined;
  return { country: address.address_country, region: address.address_region };
}

/** The rate for a category at a place in parts per million; the most specific row wins. Undefined = no row. */
export function taxRate(rates: readonly TaxRate[], place: Place | undefined, category: string): number | undefined {
  if (!place) return undefined;
  return rates
    .filter((rate) => rate.country === place.country)
    .filter((rate) => rate.region === undefined || sameRegion(rate.region, place.region))
    .filter((rate) => rate.category === undefined || rate.category === category)
    .sort((a, b) => specificity(b) - specificity(a))[0]?.rate_ppm;
}

function specificity(rate: TaxRate): number {
  return (rate.category === undefined ? 0 : 2) + (rate.region === undefined ? 0 : 1);
}
