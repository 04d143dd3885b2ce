import { extend } from '../values/extend.js';
import { type Cart, type Checkout, findItem } from './checkout.js';
import { feePlace } from './fees.js';
import { physicalLines, pickupAddress, selectedOffer } from './fulfillment.js';
import type { SeenOption, SeenTax, SeenTerms } from './seen.js';
import { type Place, physicalPlace, taxPlace, taxRule } from './tax.js';

/**
 * Records the current terms as seen by the buyer. Terms that were recorded earlier, for the same option or tax, are
 * replaced only if `accepted` is true, so that every response reports a change by the shop until the buyer accepts it.
 */
export function recordSeenTerms(cart: Cart, accepted: boolean): Checkout {
  const { checkout } = cart;
  if (checkout.lines.length === 0) {
    const { seen, ...unseen } = checkout;
    return unseen;
  }
  const { seen } = checkout;
  const now = currentTerms(cart);
  if (!seen || accepted) return extend(checkout, { seen: now });
  const { option: before, ...others } = seen;
  const option = before?.id === now.option?.id ? before : now.option;
  const taxes = now.taxes.map((tax) => seen.taxes.find((other) => isSameTax(tax, other)) ?? tax);
  return { ...checkout, seen: extend(others, option ? { taxes, option } : { taxes }) };
}

/** The shop's current terms that affect this cart. */
export function currentTerms(cart: Cart): SeenTerms {
  const { settings } = cart.shop;
  const option = optionNow(cart);
  return { ...(option && { option }), tax_included: settings.tax.included, taxes: taxesNow(cart), fees: settings.fees };
}

function optionNow({ shop, checkout }: Cart): SeenOption | undefined {
  const { selected_option_id: id } = checkout;
  const rate = shop.settings.shipping.find((one) => one.id === id);
  if (rate)
    return { id: rate.id, price: rate.price, ...(rate.free_from !== undefined && { free_from: rate.free_from }) };
  const location = shop.settings.pickup.find((one) => one.id === id);
  return location && { id: location.id, price: { type: 'flat', amount: location.amount } };
}

/** Lists the tax rates that affect the cart, without duplicates. */
function taxesNow(cart: Cart): SeenTax[] {
  const { tax, fees } = cart.shop.settings;
  const selected = selectedOffer(cart);
  const pickup = pickupAddress(selected);
  const found = cart.checkout.lines.map((line) => {
    const item = findItem(cart, line);
    return taxAt(cart, taxPlace(cart, item, pickup), item.tax_category);
  });
  const ofFees = fees.map((fee) => taxAt(cart, feePlace(cart, selected), fee.tax_category));
  const delivery = physicalLines(cart).length > 0 ? taxAt(cart, physicalPlace(cart, pickup), 'shipping') : [];
  const untaxed = ({ rate_ppm, ...shipping }: SeenTax) => shipping;
  const all = [...found, ...ofFees, tax.on_shipping ? delivery : delivery.map(untaxed)].flat();
  return all.filter((one, index) => all.findIndex((other) => isSameTax(one, other)) === index);
}

function taxAt({ shop, rules }: Cart, place: Place | undefined, category: string): SeenTax[] {
  if (!place) return [];
  const rule = taxRule(shop.settings.tax, place, category, rules);
  const { country, region } = place;
  return [{ country, ...(region !== undefined && { region }), category, ...(rule && { rate_ppm: rule.row.rate_ppm }) }];
}

export function isSameTax(a: SeenTax, b: SeenTax): boolean {
  return a.country === b.country && a.region === b.region && a.category === b.category;
}
