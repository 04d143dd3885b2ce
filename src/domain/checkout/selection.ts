import { messageText } from '../errors/message-text.js';
import type { PortalError } from '../errors/portal-error.js';
import type { Destination } from '../values/address.js';
import { localizedError } from '../values/format-text.js';
import { nearest } from '../values/nearest.js';
import type { Cart, Checkout } from './checkout.js';
import { smallestBy } from './combinations.js';
import {
  DIGITAL_OPTION_ID,
  type FulfillmentOption,
  needsShipping,
  physicalLines,
  servableLines,
} from './fulfillment.js';
import { price } from './pricing.js';

/** Replaces the destination and deselects an option that is no longer offered (docs/checkout.md, Fulfillment). */
export function setDestination(cart: Cart, destination: Destination): Checkout {
  const checkout = { ...cart.checkout, destination };
  const { selected_option_id } = checkout;
  if (selected_option_id === undefined) return checkout;
  const { options } = price({ ...cart, checkout });
  if (options.some((option) => option.id === selected_option_id)) return checkout;
  const { selected_option_id: _dropped, ...rest } = checkout;
  return { ...rest, dropped_option_id: selected_option_id };
}

/**
 * Selects an option. Checks the option id before the destination. Selecting the digital option has no effect, since
 * digital lines always use it.
 * @throws PortalError `fulfillment_option_unknown`, `fulfillment_destination_required`
 */
export function selectOption(cart: Cart, optionId: string): Checkout {
  const known = knownOption(cart, optionId);
  if (known === 'shipping' && !cart.checkout.destination) {
    throw localizedError('fulfillment_destination_required', messageText('destination_before_option'));
  }
  if (!price(cart).options.some((option) => option.id === optionId)) throw unknownOption(cart, optionId);
  if (known === 'digital') return cart.checkout;
  const { dropped_option_id, ...rest } = cart.checkout;
  return { ...rest, selected_option_id: optionId };
}

/** Stands for the cheapest option, unless the shop has an option with this id. */
export const CHEAPEST = 'cheapest';

/**
 * Selects an option by its id, or the one with which the buyer pays least, discounts, fees and taxes included. Options
 * that deliver all physical lines come before others, and shipping before pickup, since it is offered only if there is
 * a destination. Of equal totals the first counts. Selects nothing if no option is offered.
 * @throws PortalError those of `selectOption`
 */
export function selectOptionOrCheapest(cart: Cart, wanted: string): Checkout {
  const { shipping, pickup } = cart.shop.settings;
  if (wanted !== CHEAPEST || [...shipping, ...pickup].some(({ id }) => id === CHEAPEST))
    return selectOption(cart, wanted);
  const offered = price(cart).options.filter(({ method_type }) => method_type !== 'digital');
  const lines = physicalLines(cart).length;
  const able = preferred(offered, ({ line_ids }) => line_ids.length === lines);
  const [first, ...others] = preferred(able, ({ method_type }) => method_type === 'shipping');
  if (!first) return cart.checkout;
  const totalWith = ({ id }: FulfillmentOption) => price({ ...cart, checkout: selectOption(cart, id) }).total;
  return selectOption(cart, smallestBy([first, ...others], totalWith).id);
}

/** Returns the values that meet the condition; all of them if none does. */
function preferred<T>(all: readonly T[], isBetter: (one: T) => boolean): readonly T[] {
  const better = all.filter(isBetter);
  return better.length > 0 ? better : all;
}

/**
 * Selects an option for a request with `destinations`. A shipping option uses the first destination; other options
 * ignore them.
 * @throws PortalError `fulfillment_option_unknown`, `fulfillment_address_required`
 */
export function selectWithDestinations(cart: Cart, optionId: string, destinations: readonly Destination[]): Checkout {
  if (knownOption(cart, optionId) !== 'shipping') return selectOption(cart, optionId);
  const [first] = destinations;
  if (!first) throw localizedError('fulfillment_address_required', messageText('destination_with_option'));
  return selectOption({ ...cart, checkout: setDestination(cart, first) }, optionId);
}

/**
 * Returns the delivery method of an option that the shop has, even if the option is not offered now.
 * @throws PortalError `fulfillment_option_unknown`
 */
function knownOption(cart: Cart, optionId: string): FulfillmentOption['method_type'] {
  const { shop, checkout } = cart;
  const ships = servableLines(cart, 'shipping').length > 0;
  if (ships && shop.settings.shipping.some((rate) => rate.id === optionId)) return 'shipping';
  if (shop.settings.pickup.some((location) => location.id === optionId)) return 'pickup';
  if (optionId === DIGITAL_OPTION_ID && checkout.lines.length > 0) return 'digital';
  throw unknownOption(cart, optionId);
}

function unknownOption(cart: Cart, optionId: string): PortalError {
  const offered = price(cart).options.map(({ id }) => id);
  const code = 'fulfillment_option_unknown';
  if (offered.length === 0) return localizedError(code, messageText('no_option'));
  const options = offered.map((id) => `"${id}"`).join(', ');
  const near = nearest(optionId, offered);
  return localizedError(
    code,
    near === undefined ? messageText('other_option', { options }) : messageText('other_option_near', { options, near }),
  );
}

/**
 * Checks that the delivery methods can be listed: lines that can only be shipped require a destination.
 * @throws PortalError `fulfillment_destination_required`
 */
export function assertListable(cart: Cart): void {
  if (needsShipping(cart) && !cart.checkout.destination)
    throw localizedError('fulfillment_destination_required', messageText('destination_first'));
}
