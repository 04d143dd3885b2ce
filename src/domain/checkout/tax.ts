import type { Item } from '../shop/item.js';
import { isDigital } from '../shop/item.js';
import type { TaxRate, TaxSettings } from '../shop/shop.js';
import { type PostalAddress, sameRegion } from '../values/address.js';
import { includedShare, share } from '../values/money.js';
import type { Cart } from './checkout.js';

export interface Place {
  readonly country: string;
  readonly region?: string | undefined;
}

/** The tax on one thing, or on all things of one kind (docs/money.md, Tax). Minor units. */
export interface TaxLine {
  /** Parts per million, as in the shop's settings. */
  readonly rate_ppm: number;
  /** Whose rate it is: a country, or a country and its region (`US-WA`). */
  readonly jurisdiction: string;
  /** The tax category of what is taxed. */
  readonly category: string;
  /** What is left after discounts, without the tax. */
  readonly taxable_amount: number;
  readonly amount: number;
  /** The tax is a part of the price; false: it comes on top. */
  readonly included: boolean;
}

/** What is due on a thing of one category at one place: the row of the settings. */
export interface TaxRule {
  readonly row: TaxRate;
  readonly category: string;
  readonly included: boolean;
}

/**
 * Where a line is taxed (docs/money.md, Tax): the destination; for pickup the location; for digital the
 * billing country, else the destination, else the shop's. Undefined = not known yet.
 */
export function taxPlace(cart: Cart, item: Item, pickup: PostalAddress | undefined): Place | undefined {
  return isDigital(item) ? digitalPlace(cart) : physicalPlace(cart, pickup);
}

export function digitalPlace({ checkout, shop }: Cart): Place {
  return placeOf(checkout.billing_address) ?? placeOf(checkout.destination) ?? { country: shop.settings.country };
}

export function physicalPlace({ checkout }: Cart, pickup: PostalAddress | undefined): Place | undefined {
  return placeOf(pickup) ?? placeOf(checkout.destination);
}

function placeOf(address: PostalAddress | undefined): Place | undefined {
  if (address?.address_country === undefined) return undefined;
  return { country: address.address_country, region: address.address_region };
}

/** The rule for a category at a place; the most specific row wins. Undefined = no row, or the place is not known. */
export function taxRule(
  { rates, included }: TaxSettings,
  place: Place | undefined,
  category: string,
): TaxRule | undefined {
  if (!place) return undefined;
  const [row] = rates
    .filter((rate) => rate.country === place.country)
    .filter((rate) => rate.region === undefined || sameRegion(rate.region, place.region))
    .filter((rate) => rate.category === undefined || rate.category === category)
    .sort((a, b) => specificity(b) - specificity(a));
  return row && { row, category, included };
}

function specificity(rate: TaxRate): number {
  return (rate.category === undefined ? 0 : 2) + (rate.region === undefined ? 0 : 1);
}

/** The tax on an amount, rounded once. Undefined = no rate applies. */
export function taxLine(rule: TaxRule | undefined, amount: number): TaxLine | undefined {
  if (!rule) return undefined;
  const { row, category, included } = rule;
  const tax = included ? includedShare(amount, row.rate_ppm) : share(amount, row.rate_ppm);
  return {
    rate_ppm: row.rate_ppm,
    jurisdiction: row.region === undefined ? row.country : `${row.country}-${row.region}`,
    category,
    taxable_amount: included ? amount - tax : amount,
    amount: tax,
    included,
  };
}

/** Tax lines added up by rate, jurisdiction, category, and whether the tax is included; in the order of the first of each. */
export function addedTaxLines(lines: readonly TaxLine[]): TaxLine[] {
  const sums = new Map<string, TaxLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.rate_ppm, line.jurisdiction, line.category, line.included]);
    const { taxable_amount = 0, amount = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...line, taxable_amount: taxable_amount + line.taxable_amount, amount: amount + line.amount });
  }
  return [...sums.values()];
}
