import { type FulfillmentType, isDigital } from '../shop/item.js';
import type { PickupLocation, ShippingPrice, ShippingRate, Zone } from '../shop/shop.js';
import type { Destination, PostalAddress } from '../values/address.js';
import { sameRegion } from '../values/address.js';
import { endOfDay, startOfDay } from '../values/calendar.js';
import { sum } from '../values/money.js';
import { pluralize } from '../values/pluralize.js';
import { backorderDays } from './backorder.js';
import { type Cart, findItem, type Line } from './checkout.js';

/** A way to receive the goods. `id` is the id of a shipping rate or pickup location of the shop, or `digital`. */
export interface FulfillmentOption {
  readonly id: string;
  readonly method_type: FulfillmentType;
  readonly title: string;
  readonly carrier?: string;
  readonly description: string;
  /** Minor units, before added tax; becomes the `fulfillment` total. */
  readonly amount: number;
  readonly earliest: number;
  readonly latest: number;
  /** Ids of the lines that this option delivers. */
  readonly line_ids: readonly string[];
  /** Pickup only: the pickup location, where tax is due. */
  readonly location?: PickupLocation;
}

/** An option before its free-shipping threshold is applied. */
export interface Offer extends FulfillmentOption {
  /** Value of the shipped goods, after discounts, from which shipping is free. Minor units. */
  readonly free_from?: number;
}

export const DIGITAL_OPTION_ID = 'digital';

/** Lines that a method can serve, in the order of the cart. */
export function servableLines(cart: Cart, type: FulfillmentType): Line[] {
  return cart.checkout.lines.filter((line) => findItem(cart, line).fulfillment_types.includes(type));
}

export function physicalLines(cart: Cart): Line[] {
  return cart.checkout.lines.filter((line) => !isDigital(findItem(cart, line)));
}

/** True if any line can only be shipped, which requires a destination. */
export function needsShipping(cart: Cart): boolean {
  return servableLines(cart, 'shipping').some((line) => !findItem(cart, line).fulfillment_types.includes('pickup'));
}

/**
 * Lists the options currently offered: shipping to the destination, pickup and digital. `goods`: value of the shipped
 * goods after discounts, in minor units.
 */
export function listOptions(cart: Cart, goods: number): FulfillmentOption[] {
  return pricedOptions(listOffers(cart), goods);
}

/** Lists the offers, whose amounts do not depend on the price of the goods. */
export function listOffers(cart: Cart): Offer[] {
  return [...shippingOffers(cart), ...pickupOptions(cart), ...digitalOptions(cart)];
}

/**
 * Finds the selected option, if it is still offered. If all lines are digital, the digital option is always selected.
 * Without `offers`, only offers with the selected id are computed.
 */
export function selectedOffer(cart: Cart, offers?: readonly Offer[]): Offer | undefined {
  const { selected_option_id: id } = cart.checkout;
  if (physicalLines(cart).length === 0)
    return (offers ?? digitalOptions(cart)).find((option) => option.method_type === 'digital');
  if (id === undefined) return undefined;
  const named = offers ?? [...shippingOffers(cart, id), ...pickupOptions(cart, id)];
  return named.find((option) => option.id === id && option.method_type !== 'digital');
}

/** Finds the option that delivers a line, if that option is already known. */
export function findServingOption(
  {
    selected,
    options,
  }: { readonly selected: FulfillmentOption | undefined; readonly options: readonly FulfillmentOption[] },
  lineId: string,
): FulfillmentOption | undefined {
  const brings = (option: FulfillmentOption) => option.line_ids.includes(lineId);
  return selected && brings(selected)
    ? selected
    : options.find((option) => option.id === DIGITAL_OPTION_ID && brings(option));
}

/** Applies `free_from` to the offers. `goods`: value of the shipped goods after discounts, in minor units. */
export function pricedOptions(offers: readonly Offer[], goods: number): FulfillmentOption[] {
  return offers.map((offer) => {
    if (offer.free_from === undefined) return offer;
    const { free_from, ...option } = offer;
    return goods >= free_from ? { ...option, amount: 0 } : option;
  });
}

/** All shipping offers, or only those with the given id. */
function shippingOffers(cart: Cart, id?: string): Offer[] {
  const { destination } = cart.checkout;
  const lines = servableLines(cart, 'shipping');
  if (!destination || lines.length === 0) return [];
  return cart.shop.settings.shipping
    .filter((rate) => (id === undefined || rate.id === id) && servesDestination(rate.zone, destination))
    .flatMap((rate) => {
      const amount = grossPrice(rate.price, cart, lines);
      if (amount === undefined) return [];
      const { free_from } = rate;
      return {
        ...window(cart, lines, rate.transit_days),
        ...describe(rate),
        amount,
        ...(free_from !== undefined && { free_from }),
        line_ids: idsOf(lines),
      };
    });
}

function describe(rate: ShippingRate) {
  return {
    id: rate.id,
    method_type: 'shipping',
    title: rate.title,
    carrier: rate.carrier,
    description: rate.description ?? `${daysText(rate.transit_days)} with ${rate.carrier}`,
  } as const;
}

function daysText({ min, max }: ShippingRate['transit_days']): string {
  return min === max ? pluralize(min, 'day') : `${min}-${max} days`;
}

/** Shipping price in minor units; `undefined` if the parcel exceeds the rate's last weight step. */
export function grossPrice(price: ShippingPrice, cart: Cart, lines: readonly Line[]): number | undefined {
  if (price.type === 'flat') return price.amount;
  if (price.type === 'per_item') return price.base + price.amount * sum(lines.map((line) => line.quantity));
  const grams = sum(lines.map((line) => findItem(cart, line).weight_grams * line.quantity));
  return price.steps.find((step) => grams <= step.up_to_grams)?.amount;
}

/** True if the zone contains the destination, without regard to the case of regions and postal codes. */
export function servesDestination(zone: Zone, destination: Destination): boolean {
  const { address_country: country, address_region: region, postal_code } = destination;
  const postal = postal_code?.replaceAll(' ', '').toUpperCase();
  return (
    (zone.countries?.includes(country) ?? true) &&
    (zone.regions === undefined || zone.regions.some((one) => sameRegion(one, region))) &&
    (zone.postal_prefixes === undefined ||
      (postal !== undefined &&
        zone.postal_prefixes.some((prefix) => postal.startsWith(prefix.replaceAll(' ', '').toUpperCase()))))
  );
}

/** All pickup options, or only the one with the given id. */
function pickupOptions(cart: Cart, id?: string): FulfillmentOption[] {
  const lines = servableLines(cart, 'pickup');
  if (lines.length === 0) return [];
  const locations = cart.shop.settings.pickup.filter((location) => id === undefined || location.id === id);
  return locations.map((location) => {
    // Listing each member is faster than a spread, and this runs for each cart.
    const { earliest, latest } = window(cart, lines, location.ready_days);
    return {
      id: location.id,
      method_type: 'pickup',
      title: location.title,
      description: location.description ?? `Collect at ${location.title}`,
      amount: location.amount,
      earliest,
      latest,
      line_ids: idsOf(lines),
      location,
    };
  });
}

function digitalOptions(cart: Cart): FulfillmentOption[] {
  const lines = servableLines(cart, 'digital');
  if (lines.length === 0) return [];
  return [
    {
      id: DIGITAL_OPTION_ID,
      method_type: 'digital',
      title: 'Digital delivery',
      description: 'Sent to the buyer by email after payment',
      amount: 0,
      ...(lateBy(cart, lines) === 0
        ? { earliest: next(SECOND, cart.now), latest: next(SECOND, cart.now) }
        : window(cart, lines, { min: 0, max: 0 })),
      line_ids: idsOf(lines),
    },
  ];
}

const SECOND = 1000;
const QUARTER = 15 * 60 * SECOND;

/**
 * Delivery window from the start of the first day to the end of the last, in the shop's time zone, delayed for
 * backordered items. If the first day has begun, the window starts at the next quarter-hour, so it never begins in the
 * past and stays stable between quarter-hours.
 */
function window(cart: Cart, lines: readonly Line[], days: { readonly min: number; readonly max: number }) {
  const { now, shop } = cart;
  const { time_zone } = shop.settings;
  const late = lateBy(cart, lines);
  const latest = Math.max(endOfDay(now, days.max + late, time_zone), next(SECOND, now));
  const earliest = Math.max(startOfDay(now, days.min + late, time_zone), Math.min(next(QUARTER, now), latest));
  return { earliest, latest };
}

function next(unit: number, instant: number): number {
  return Math.ceil(instant / unit) * unit;
}

/** Delay in days. All lines are sent together, so the latest item determines the delay. */
function lateBy(cart: Cart, lines: readonly Line[]): number {
  return Math.max(0, ...lines.map((line) => backorderDays(cart, line.item_id)));
}

function idsOf(lines: readonly Line[]): string[] {
  return lines.map((line) => line.id);
}

/** The address where a pickup option is taxed; shipping is taxed at the destination. */
export function pickupAddress(option: FulfillmentOption | undefined): PostalAddress | undefined {
  return option?.location?.address;
}
