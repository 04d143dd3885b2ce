import type { Message } from './messages.js';
import type { Priced } from './prices.js';
import { type Checkout, goodsOf, isDigital, type Shop } from './state.js';

/**
 * An address needs a region if prices depend on it (docs/checkout.md, Messages). Every region in the model is a known
 * one.
 */

const PATH = '$.fulfillment.methods[0].destinations[0].address_region';

/** Regions in the model's shipping zones are always US regions, even if the zone names no country. */
function dependsOnRegion({ settings }: Shop, country: string): boolean {
  const taxed = settings.tax.rates.some((row) => row.country === country && row.region !== undefined);
  return taxed || (country === 'US' && settings.shipping.some(({ zone }) => zone.regions !== undefined));
}

export function lacksRegion(shop: Shop, checkout: Checkout, { selected }: Priced): boolean {
  const { destination, billing, lines } = checkout;
  if (!destination || destination.address_region !== undefined) return false;
  const goods = lines.map((line) => goodsOf(shop, line));
  const ships =
    selected && selected.type !== 'digital'
      ? selected.type === 'shipping'
      : goods.some(({ types }) => types.includes('shipping'));
  const taxesDigital = billing === undefined && goods.some(isDigital);
  return (ships || taxesDigital) && dependsOnRegion(shop, destination.address_country.toUpperCase());
}

export function aboutRegions(shop: Shop, checkout: Checkout, price: Priced): Message[] {
  const { billing, lines } = checkout;
  const isBilled = billing !== undefined && lines.some((line) => isDigital(goodsOf(shop, line)));
  return [
    ...(lacksRegion(shop, checkout, price) ? [['field_required', PATH] as const] : []),
    ...(isBilled && dependsOnRegion(shop, billing)
      ? [['field_required', '$.billing_address.address_region'] as const]
      : []),
  ];
}
