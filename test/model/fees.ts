import type { Option } from './options.js';
import { type Checkout, goodsOf, isDigital, type Shop } from './state.js';
import { share } from './sums.js';
import { digitalPlace, type Place, physicalPlace } from './taxes.js';

/** Fees of a cart (docs/money.md, Fees). */

export interface PricedFee {
  readonly id: string;
  readonly amount: number;
  readonly category: string;
}

/** `goods`: price of the lines after discounts. */
export function feesOn(
  shop: Shop,
  checkout: Checkout,
  selected: Option | undefined,
  subtotal: number,
  goods: number,
): PricedFee[] {
  if (checkout.lines.length === 0) return [];
  const place = feePlace(shop, checkout, selected);
  return shop.settings.fees.flatMap(({ id, price, countries, below_subtotal, tax_category }) => {
    if (countries && !countries.some((country) => country === place?.address_country.toUpperCase())) return [];
    if (below_subtotal !== undefined && subtotal >= below_subtotal) return [];
    const amount = price.type === 'fixed' ? price.amount : share(goods, price.value_ppm);
    return amount === 0 ? [] : [{ id, amount, category: tax_category }];
  });
}

export function feePlace(shop: Shop, checkout: Checkout, selected: Option | undefined): Place | undefined {
  const digital = checkout.lines.every((line) => isDigital(goodsOf(shop, line)));
  return digital ? digitalPlace(shop, checkout) : physicalPlace(shop, checkout, selected);
}
