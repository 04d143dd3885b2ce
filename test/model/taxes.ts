import { feePlace, type PricedFee } from './fees.js';
import type { Option } from './options.js';
import type { PricedLine } from './prices.js';
import type { Address } from './settings.js';
import { type Checkout, goodsOf, isDigital, type Shop } from './state.js';
import { includedShare, share, sum } from './sums.js';

/** Tax of a cart (docs/api.md, Tax). */

/** Undefined while no rate applies. `delivery` is the option's price after discounts. */
export function taxOn(
  shop: Shop,
  checkout: Checkout,
  lines: readonly PricedLine[],
  selected: Option | undefined,
  delivery: number,
  fees: readonly PricedFee[],
): number | undefined {
  const { included, on_shipping } = shop.settings.tax;
  const taxed = lines.map(({ line, left }) => {
    const goods = goodsOf(shop, line);
    const place = isDigital(goods) ? digitalPlace(shop, checkout) : physicalPlace(shop, checkout, selected);
    return { amount: left, ppm: rateAt(shop, place, goods.category) };
  });
  if (on_shipping && selected)
    taxed.push({ amount: delivery, ppm: rateAt(shop, physicalPlace(shop, checkout, selected), 'shipping') });
  for (const { amount, category } of fees)
    taxed.push({ amount, ppm: rateAt(shop, feePlace(shop, checkout, selected), category) });
  const taxes = taxed.flatMap(({ amount, ppm }) => {
    if (ppm === undefined) return [];
    return [included ? includedShare(amount, ppm) : share(amount, ppm)];
  });
  return taxes.length === 0 ? undefined : sum(taxes);
}

export type Place = Pick<Address, 'address_country' | 'address_region'>;

export function digitalPlace(shop: Shop, { billing, destination }: Checkout): Place {
  if (billing !== undefined) return { address_country: billing };
  return destination ?? { address_country: shop.settings.country };
}

/** A shipped line is taxed at the destination, a collected one at the location. */
export function physicalPlace(shop: Shop, { destination }: Checkout, selected: Option | undefined): Place | undefined {
  if (selected?.type !== 'pickup') return destination;
  return shop.settings.pickup.find(({ id }) => id === selected.id)?.address;
}

/** Category and region, then category, then region, then the country alone. */
export function rateAt(shop: Shop, place: Place | undefined, category: string): number | undefined {
  if (!place) return undefined;
  const country = place.address_country.toUpperCase();
  const region = place.address_region?.toUpperCase();
  const rows = shop.settings.tax.rates.filter((row) => row.country === country);
  const found =
    rows.find((row) => row.category === category && row.region !== undefined && row.region === region) ??
    rows.find((row) => row.category === category && row.region === undefined) ??
    rows.find((row) => row.category === undefined && row.region !== undefined && row.region === region) ??
    rows.find((row) => row.category === undefined && row.region === undefined);
  return found?.rate_ppm;
}
