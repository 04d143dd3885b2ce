import type { Cart } from './checkout.js';
import { linesFor } from './fulfillment.js';

/** Milliseconds. */
const SECOND = 1_000;
const QUARTER = 15 * 60 * SECOND;

/**
 * The last instant at which these rows are assessed as they are now; everything that `assess` asks the clock for has its
 * limit here: the end of the cart, when discounts begin and end, and the times that options promise.
 */
export function steadyUntil(cart: Cart): number {
  const { checkout } = cart;
  return Math.min(...(checkout.state === 'open' ? [before(cart, checkout.expires_at)] : []), ...pricedUntil(cart));
}

/** Frozen terms are priced at the instant at which they were frozen. */
function pricedUntil(cart: Cart): number[] {
  if (cart.checkout.frozen) return [];
  const discounts = [...cart.discounts.values(), ...cart.automatic];
  const turns = discounts.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return [...turns.map((instant) => before(cart, instant)), promisedUntil(cart)];
}

/** Digital goods are promised at the next second. */
function promisedUntil(cart: Cart): number {
  const limit = inQuarter(cart.now);
  return linesFor(cart, 'digital').length === 0 ? limit : Math.min(limit, Math.ceil(cart.now / SECOND) * SECOND);
}

/**
 * Other goods are promised at the next quarter of an hour, which at its beginning is the quarter itself. A day, which no zone
 * begins within a quarter, is promised until its last second.
 */
function inQuarter(now: number): number {
  const start = Math.floor(now / QUARTER) * QUARTER;
  if (now === start) return now;
  const lastSecond = start + QUARTER - SECOND;
  return now <= lastSecond ? lastSecond : start + QUARTER - 1;
}

/** The millisecond before an instant that is still to come. */
function before({ now }: Cart, instant: number | undefined): number {
  return instant === undefined || instant <= now ? Number.POSITIVE_INFINITY : instant - 1;
}
