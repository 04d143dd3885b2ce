import { type MessageText, messageText, type Part } from '../errors/message-text.js';
import { isDigital } from '../shop/item.js';
import { regionsThatMatter } from '../shop/region-codes.js';
import { type PostalAddress, sameRegion } from '../values/address.js';
import { nearest } from '../values/nearest.js';
import { regionCode, regionNames } from '../values/regions.js';
import { type Cart, findItem } from './checkout.js';
import { servableLines } from './fulfillment.js';
import type { Message } from './message.js';
import type { Pricing } from './pricing.js';

/**
 * Reports a missing or unknown region in an address that prices depend on. If a country's tax rates or shipping zones
 * depend on regions, they would not apply to a cart without a known region (docs/checkout.md, Messages).
 */
export function regionMessages(cart: Cart, pricing: Pricing): Message[] {
  const { destination, billing_address } = cart.checkout;
  const isBilled = billing_address?.address_country !== undefined && hasDigital(cart);
  return [
    ...(destinationMatters(cart, pricing)
      ? problemOf(
          cart,
          destination,
          messageText('the_destination'),
          '$.fulfillment.methods[0].destinations[0].address_region',
        )
      : []),
    ...(isBilled ? problemOf(cart, billing_address, 'billing_address', '$.billing_address.address_region') : []),
  ];
}

/** True while a message reports that the destination's region is missing or unknown. */
export function destinationRegionProblem(cart: Cart, pricing: Pricing): boolean {
  return destinationMatters(cart, pricing) && problemOf(cart, cart.checkout.destination, '', '').length > 0;
}

/** The destination matters for shipped goods and, if there is no billing country, for digital goods. */
function destinationMatters(cart: Cart, { selected }: Pricing): boolean {
  const { destination, billing_address } = cart.checkout;
  if (!destination) return false;
  const taxesDigital = hasDigital(cart) && billing_address?.address_country === undefined;
  const ships = selected ? selected.method_type === 'shipping' : servableLines(cart, 'shipping').length > 0;
  return ships || taxesDigital;
}

function hasDigital(cart: Cart): boolean {
  return cart.checkout.lines.some((line) => isDigital(findItem(cart, line)));
}

function problemOf(cart: Cart, address: PostalAddress | undefined, of: Part, path: string): Message[] {
  const { address_country: country, address_region: region } = address ?? {};
  if (country === undefined) return [];
  const named = regionsThatMatter(cart.shop.settings, country);
  if (named.length === 0) return [];
  const blocking = { type: 'error', path, severity: 'recoverable' } as const;
  if (region === undefined) {
    return [{ ...blocking, code: 'field_required', text: messageText('region_needed', { address: of, country }) }];
  }
  if (regionCode(country, region) !== undefined || named.some((one) => sameRegion(one, region))) return [];
  return [{ ...blocking, code: 'region_unknown', text: unknownRegion(country, region, of) }];
}

/** Text about a region that does not exist in the country, suggesting the nearest one. */
export function unknownRegion(country: string, region: string, of: Part): MessageText {
  const near = nearest(region, regionNames(country));
  const code = near === undefined ? undefined : (regionCode(country, near) ?? near);
  const hint = code === undefined ? messageText('region_hint') : messageText('region_near', { code });
  return messageText('region_unknown', { address: of, country, hint });
}
