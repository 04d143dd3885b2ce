import { type FulfillmentType, isDigital } from '../shop/item.js';
import type { PickupLocation, ShippingRate, Zone } from '../shop/shop.js';
import type { Destination, PostalAddress } from '../values/address.js';
import { sameRegion } from '../values/address.js';
import { endOfDay, startOfDay } from '../values/calendar.js';
import { counted } from '../values/counted.js';
import { sum } from '../values/money.js';
import { lateDays } from './backorder.js';
import { type Cart, itemOf, type Line } from './checkout.js';

/** One way to get the goods. `id` is the stable id of the shop's rate or location, or `digital`. */
export interface FulfillmentOption {
  readonly id: string;
  readonly method_type: FulfillmentType;
  readonly title: string;
  readonly carrier?: string;
  readonly description: string;
  /** Minor units, before tax on top; exactly what the `fulfillment` total becomes. */
  readonly amount: number;
  readonly earliest: number;
  readonly latest: number;
  /** Lines this option serves. */
  readonly line_ids: readonly string[];
  /** Pickup only: where the goods are collected, and tax is due. */
  readonly location?: PickupLocation;
}

export const DIGITAL_OPTION_ID = 'digital';

/** Lines that can be served by a type, in the order of the cart. */
export function linesFor(cart: Cart, type: FulfillmentType): Line[] {
  return cart.checkout.lines.filter((line) => itemOf(cart, line).fulfillment_types.includes(type));
}

export function physicalLines(cart: Cart): Line[] {
  return cart.checkout.lines.filter((line) => !isDigital(itemOf(cart, line)));
}

/** True when a line can only be shipped, so that a destination is needed. */
export function needsShipping(cart: Cart): boolean {
  return linesFor(cart, 'shipping').some((line) => !itemOf(cart, line).fulfillment_types.includes('pickup'));
}

/** All options the cart offers now: shipping for its destination, pickup, digital. */
export function optionsOf(cart: Cart, goodsTotal: number): FulfillmentOption[] {
  return [...shippingOptions(cart, goodsTotal), ...pickupOptions(cart), ...digitalOptions(cart)];
}

function shippingOptions(cart: Cart, goodsTotal: number): FulfillmentOption[] {
  const { destination } = cart.checkout;
  const lines = linesFor(cart, 'shipping');
  if (!destination || lines.length === 0) return [];
  return cart.shop.settings.shipping
    .filter((rate) => serves(rate.zone, destination))
    .flatMap((rate) => {
      const amount = ratePrice(rate, cart, lines, goodsTotal);
      if (amount === undefined) return [];
      return { ...window(cart, lines, rate.transit_days), ...describe(rate), amount, line_ids: idsOf(lines) };
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
  return min === max ? counted(min, 'day') : `${min}-${max} days`;
}

/** Minor units, or undefined when the parcel is heavier than the rate's last step. */
function ratePrice(rate: ShippingRate, cart: Cart, lines: readonly Line[], goodsTotal: number): number | undefined {
  const gross = grossPrice(rate, cart, lines);
  if (gross === undefined) return undefined;
  return rate.free_from !== undefined && goodsTotal >= rate.free_from ? 0 : gross;
}

function grossPrice({ price }: ShippingRate, cart: Cart, lines: readonly Line[]): number | undefined {
  if (price.type === 'flat') return price.amount;
  if (price.type === 'per_item') return price.base + price.amount * sum(lines.map((line) => line.quantity));
  const grams = sum(lines.map((line) => itemOf(cart, line).weight_grams * line.quantity));
  return price.steps.find((step) => grams <= step.up_to_grams)?.amount;
}

/** Regions compare without case, postal prefixes without spaces and case. */
function serves(zone: Zone, destination: Destination): boolean {
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

function pickupOptions(cart: Cart): FulfillmentOption[] {
  const lines = linesFor(cart, 'pickup');
  if (lines.length === 0) return [];
  return cart.shop.settings.pickup.map((location) => ({
    ...window(cart, lines, location.ready_days),
    id: location.id,
    method_type: 'pickup',
    title: location.title,
    description: location.description ?? `Collect at ${location.title}`,
    amount: location.amount,
    line_ids: idsOf(lines),
    location,
  }));
}

function digitalOptions(cart: Cart): FulfillmentOption[] {
  const lines = linesFor(cart, 'digital');
  if (lines.length === 0) return [];
  return [
    {
      id: DIGITAL_OPTION_ID,
      method_type: 'digital',
      title: 'Digital delivery',
      description: 'Sent to the buyer by email after payment',
      amount: 0,
      ...(lateBy(cart, lines) === 0
        ? { earliest: cart.now, latest: cart.now }
        : window(cart, lines, { min: 0, max: 0 })),
      line_ids: idsOf(lines),
    },
  ];
}

/** From the start of the first day to the end of the last, in the shop's time zone; later where an item is not there yet. */
function window(cart: Cart, lines: readonly Line[], days: { readonly min: number; readonly max: number }) {
  const zone = cart.shop.settings.time_zone;
  const late = lateBy(cart, lines);
  return { earliest: startOfDay(cart.now, days.min + late, zone), latest: endOfDay(cart.now, days.max + late, zone) };
}

/** Everything is sent together, so the item that comes last counts. Days. */
function lateBy(cart: Cart, lines: readonly Line[]): number {
  return Math.max(0, ...lines.map((line) => lateDays(cart, line.item_id)));
}

function idsOf(lines: readonly Line[]): string[] {
  return lines.map((line) => line.id);
}

/** The address at which a pickup option is taxed; shipping is taxed at the destination. */
export function pickupAddress(option: FulfillmentOption | undefined): PostalAddress | undefined {
  return option?.location?.address;
}
