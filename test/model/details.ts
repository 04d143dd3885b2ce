import { standingAlone } from './discounts.js';
import { priced } from './prices.js';
import { refuse } from './refusal.js';
import type { Address } from './settings.js';
import { type Checkout, goodsOf, type Shop } from './state.js';

/** Codes, buyer, destination and option of a cart (docs/money.md, Discounts; docs/checkout.md, Fulfillment). */

const MOST_CODES = 10;

export function applyCode(shop: Shop, checkout: Checkout, entered: string): void {
  const code = entered.trim().toUpperCase();
  const discount = shop.discounts.get(code) ?? refuse('discount_code_invalid');
  if (discount.terms.automatic) refuse('discount_code_invalid');
  if (checkout.codes.includes(code)) refuse('discount_code_already_applied');
  if (checkout.codes.length >= MOST_CODES) refuse('limit_exceeded');
  const standing = standingAlone(shop, checkout, discount);
  if (standing !== 'applies') refuse(`discount_code_${standing}`);
  checkout.codes.push(code);
}

export function removeCode(checkout: Checkout, entered: string): void {
  const code = entered.trim().toUpperCase();
  if (!checkout.codes.includes(code)) refuse('discount_code_invalid');
  checkout.codes = checkout.codes.filter((one) => one !== code);
}

/** Replaces the buyer. An omitted billing address remains unchanged. */
export function setBuyer(
  checkout: Checkout,
  sent: { readonly email?: string | undefined; readonly billing?: string | undefined },
): void {
  checkout.email = sent.email;
  checkout.billing = sent.billing ?? checkout.billing;
}

/** Sets the destination. An option not offered for it is deselected, and a later destination does not restore it. */
export function setDestination(shop: Shop, checkout: Checkout, destination: Address): void {
  checkout.destination = destination;
  if (checkout.option === undefined || priced(shop, checkout).selected) return;
  checkout.dropped = checkout.option;
  checkout.option = undefined;
}

/** `destinations` is a member of the request; it is `undefined` if only the option is sent. */
export function select(shop: Shop, checkout: Checkout, id: string, destinations: readonly Address[] | undefined): void {
  const canShip = checkout.lines.some((line) => goodsOf(shop, line).types.includes('shipping'));
  if (canShip && shop.settings.shipping.some((rate) => rate.id === id)) {
    const [first] = destinations ?? [];
    if (destinations && !first) refuse('fulfillment_address_required');
    const destination = first ?? checkout.destination ?? refuse('fulfillment_destination_required');
    assertOffered(shop, { ...checkout, destination }, id);
    checkout.destination = destination;
  } else assertOffered(shop, checkout, id);
  if (id === 'digital') return;
  checkout.option = id;
  checkout.dropped = undefined;
}

function assertOffered(shop: Shop, checkout: Checkout, id: string): void {
  if (!priced(shop, checkout).options.some((option) => option.id === id)) refuse('fulfillment_option_unknown');
}

/** A line that can only be shipped has no options until there is a destination. */
export function assertListable(shop: Shop, { lines, destination }: Checkout): void {
  const shipOnly = lines.some(({ item }) => goodsOf(shop, { item }).types.every((type) => type === 'shipping'));
  if (shipOnly && !destination) refuse('fulfillment_destination_required');
}
