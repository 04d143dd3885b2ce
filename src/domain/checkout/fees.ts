import type { Fee } from '../shop/shop.js';
import { share } from '../values/money.js';
import type { Cart } from './checkout.js';
import { type FulfillmentOption, physicalLines, pickupAddress } from './fulfillment.js';
import { orderSentWith } from './make-draft.js';
import { digitalPlace, type Place, physicalPlace, type TaxLine, taxLine, taxRule } from './tax.js';

/** A priced fee (docs/money.md, Fees). Minor units. */
export interface PricedFee {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  /** Tax on the fee, added to it or included in it as the shop's settings specify. */
  readonly tax: number;
  readonly tax_lines: readonly TaxLine[];
}

/** Amounts that fees depend on. Minor units. */
export interface FeeBase {
  /** Price of all goods before discounts. */
  readonly subtotal: number;
  /** Price of all goods after discounts. */
  readonly goods: number;
  readonly selected: FulfillmentOption | undefined;
}

/** Prices the applicable fees in the order of the settings, omitting fees of zero. */
export function priceFees(cart: Cart, base: FeeBase): PricedFee[] {
  const { fees, tax } = cart.shop.settings;
  if (fees.length === 0 || cart.checkout.lines.length === 0) return [];
  const place = feePlace(cart, base.selected);
  // The order to which the items are added has paid the fees that do not depend on the goods.
  const due = orderSentWith(cart.checkout) ? fees.filter(({ price }) => price.type !== 'fixed') : fees;
  return due.flatMap((fee): PricedFee[] => {
    const amount = feeAmount(fee, place, base);
    if (amount === 0) return [];
    const line = taxLine(taxRule(tax, place, fee.tax_category, cart.rules), amount);
    return [{ id: fee.id, title: fee.title, amount, tax: line?.amount ?? 0, tax_lines: line ? [line] : [] }];
  });
}

/**
 * Place that determines whether a fee applies and how it is taxed. It is the place where the cart's physical goods are
 * taxed or, if all goods are digital, the place where these are taxed.
 */
export function feePlace(cart: Cart, selected: FulfillmentOption | undefined): Place | undefined {
  return physicalLines(cart).length === 0 ? digitalPlace(cart) : physicalPlace(cart, pickupAddress(selected));
}

/** Amount of a fee in minor units; 0 if the fee does not apply. */
export function feeAmount({ price, countries, below_subtotal }: Fee, place: Place | undefined, base: FeeBase): number {
  if (countries && !(place && countries.includes(place.country))) return 0;
  if (below_subtotal !== undefined && base.subtotal >= below_subtotal) return 0;
  return price.type === 'fixed' ? price.amount : share(base.goods, price.value_ppm);
}
