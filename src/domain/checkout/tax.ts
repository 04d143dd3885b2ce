import type { Item } from '../shop/item.js';
import { isDigital } from '../shop/item.js';
import type { TaxRate, TaxSettings } from '../shop/shop.js';
import { type PostalAddress, sameRegion } from '../values/address.js';
import { includedShare, share } from '../values/money.js';
import type { Cart, PricingRules } from './checkout.js';

export interface Place {
  readonly country: string;
  readonly region?: string | undefined;
}

/** Category of goods that are not taxed, unless the shop has a rate for this category. */
export const EXEMPT = 'exempt';

/** Tax at one rate on a line, shipping or a fee, or the sum over several of them (docs/money.md, Tax). Minor units. */
export interface TaxLine {
  /** Parts per million, as in the shop's settings. */
  readonly rate_ppm: number;
  /** A country, or a country and region (`US-WA`). */
  readonly jurisdiction: string;
  /** Tax category of the taxed goods. */
  readonly category: string;
  /** Taxed amount, after discounts and without the tax. */
  readonly taxable_amount: number;
  readonly amount: number;
  /** True if prices include the tax; false if it is added to them. */
  readonly included: boolean;
}

/** A tax rate from the settings that applies to a category at a place. */
export interface TaxRule {
  readonly row: TaxRate;
  readonly category: string;
  readonly included: boolean;
}

/**
 * Place of taxation (docs/money.md, Tax). Shipped goods: the destination. Pickup: the location. Digital goods: the
 * billing address, else the destination, else the shop's country. `undefined` until known.
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

/** Finds the most specific rule for a category at a place; `undefined` without a rule or a known place. */
export function taxRule(
  { rates, included }: TaxSettings,
  place: Place | undefined,
  category: string,
  rules: PricingRules,
): TaxRule | undefined {
  if (!place) return undefined;
  const isExempt = category === EXEMPT && rules >= 3;
  const [row] = rates
    .filter((rate) => rate.country === place.country)
    .filter((rate) => rate.region === undefined || sameRegion(rate.region, place.region))
    .filter((rate) => (rate.category === undefined ? !isExempt : rate.category === category))
    .sort((a, b) => specificity(b) - specificity(a));
  return row && { row, category, included };
}

function specificity(rate: TaxRate): number {
  return (rate.category === undefined ? 0 : 2) + (rate.region === undefined ? 0 : 1);
}

/** Computes the tax on an amount, rounded once; `undefined` where no rate applies. */
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

/** Adds up tax lines with the same rate, jurisdiction, category and inclusion, in order of first occurrence. */
export function sumTaxLines(lines: readonly TaxLine[]): TaxLine[] {
  const sums = new Map<string, TaxLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.rate_ppm, line.jurisdiction, line.category, line.included]);
    const { taxable_amount = 0, amount = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...line, taxable_amount: taxable_amount + line.taxable_amount, amount: amount + line.amount });
  }
  return [...sums.values()];
}
