import { feePlace, type PricedFee } from './fees.js';
import type { Option } from './options.js';
import type { PricedLine } from './prices.js';
import type { Address, TaxRow } from './settings.js';
import { type Checkout, goodsOf, isDigital, type Shop } from './state.js';
import { includedShare, share, sum } from './sums.js';

/** Tax of a cart (docs/money.md, Tax). */

/** Tax on one amount; `net` is the taxable amount without the tax. */
export interface Taxed {
  readonly ppm: number;
  readonly jurisdiction: string;
  readonly category: string;
  readonly net: number;
  readonly tax: number;
}

/** Tax of each line, each fee and the delivery; `undefined` if no rate applies. */
export interface Taxes {
  readonly lines: readonly (Taxed | undefined)[];
  readonly delivery: Taxed | undefined;
  readonly fees: readonly (Taxed | undefined)[];
}

/** `delivery`: the option's price after discounts. */
export function taxesOn(
  shop: Shop,
  checkout: Checkout,
  lines: readonly PricedLine[],
  selected: Option | undefined,
  delivery: number,
  fees: readonly PricedFee[],
): Taxes {
  const { included, on_shipping } = shop.settings.tax;
  const taxed = (place: Place | undefined, category: string, amount: number): Taxed | undefined => {
    const row = rateAt(shop, place, category);
    if (!row) return undefined;
    const tax = included ? includedShare(amount, row.rate_ppm) : share(amount, row.rate_ppm);
    const jurisdiction = row.region === undefined ? row.country : `${row.country}-${row.region}`;
    return { ppm: row.rate_ppm, jurisdiction, category, net: included ? amount - tax : amount, tax };
  };
  const physical = physicalPlace(shop, checkout, selected);
  return {
    lines: lines.map(({ line, left }) => {
      const goods = goodsOf(shop, line);
      return taxed(isDigital(goods) ? digitalPlace(shop, checkout) : physical, goods.category, left);
    }),
    delivery: on_shipping && selected ? taxed(physical, 'shipping', delivery) : undefined,
    fees: fees.map(({ amount, category }) => taxed(feePlace(shop, checkout, selected), category, amount)),
  };
}

export function allTaxed({ lines, delivery, fees }: Taxes): Taxed[] {
  return [...lines, delivery, ...fees].flatMap((one) => one ?? []);
}

/** Returns `undefined` if no rate applies. */
export function taxSum(taxes: Taxes): number | undefined {
  const all = allTaxed(taxes);
  return all.length === 0 ? undefined : sum(all.map(({ tax }) => tax));
}

/** Net amount and tax by rate, jurisdiction and category. */
export function taxByRate(all: readonly Taxed[]): Readonly<Record<string, readonly [net: number, tax: number]>> {
  const sums: Record<string, readonly [number, number]> = {};
  for (const { ppm, jurisdiction, category, net, tax } of all) {
    const key = `${ppm} ${jurisdiction} ${category}`;
    const [before, taxed] = sums[key] ?? [0, 0];
    sums[key] = [before + net, taxed + tax];
  }
  return sums;
}

export type Place = Pick<Address, 'address_country' | 'address_region'>;

export function digitalPlace(shop: Shop, { billing, destination }: Checkout): Place {
  if (billing !== undefined) return { address_country: billing };
  return destination ?? { address_country: shop.settings.country };
}

/** A shipped line is taxed at the destination, a collected line at the pickup location. */
export function physicalPlace(shop: Shop, { destination }: Checkout, selected: Option | undefined): Place | undefined {
  if (selected?.type !== 'pickup') return destination;
  return shop.settings.pickup.find(({ id }) => id === selected.id)?.address;
}

/**
 * Returns the rate of a place and category. A rate for both the category and the region takes precedence, then one for
 * the category, then one for the region.
 */
export function rateAt(shop: Shop, place: Place | undefined, category: string): TaxRow | undefined {
  if (!place) return undefined;
  const country = place.address_country.toUpperCase();
  const region = place.address_region?.toUpperCase();
  const rows = shop.settings.tax.rates.filter((row) => row.country === country);
  return (
    rows.find((row) => row.category === category && row.region !== undefined && row.region === region) ??
    rows.find((row) => row.category === category && row.region === undefined) ??
    rows.find((row) => row.category === undefined && row.region !== undefined && row.region === region) ??
    rows.find((row) => row.category === undefined && row.region === undefined)
  );
}
