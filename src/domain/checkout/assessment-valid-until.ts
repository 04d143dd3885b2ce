import type { Cart } from './checkout.js';
import { servableLines } from './fulfillment.js';

const SECOND = 1_000;
const QUARTER = 15 * 60 * SECOND;

/**
 * The last instant at which these rows yield the current assessment. Each time limit that `assess` reads is covered:
 * cart expiry, start and end of discounts, and promised times.
 */
export function assessmentValidUntil(cart: Cart): number {
  const { checkout } = cart;
  return Math.min(...(checkout.state === 'open' ? [before(cart, checkout.expires_at)] : []), ...pricedUntil(cart));
}

/** Frozen terms keep the prices of their instant. */
function pricedUntil(cart: Cart): number[] {
  if (cart.checkout.frozen) return [];
  const discounts = [...cart.discounts.values(), ...cart.automatic];
  const turns = discounts.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return [...turns.map((instant) => before(cart, instant)), promisedUntil(cart)];
}

/** Digital goods are promised for the next second. */
function promisedUntil(cart: Cart): number {
  const limit = inQuarter(cart.now);
  return servableLines(cart, 'digital').length === 0 ? limit : Math.min(limit, Math.ceil(cart.now / SECOND) * SECOND);
}

/**
 * Other goods are promised from the next quarter-hour; exactly at a quarter-hour, from then. A promise by day lasts
 * until the day's last second, as no time zone begins a day within a quarter-hour.
 */
function inQuarter(now: number): number {
  const start = Math.floor(now / QUARTER) * QUARTER;
  if (now === start) return now;
  const lastSecond = start + QUARTER - SECOND;
  return now <= lastSecond ? lastSecond : start + QUARTER - 1;
}

/** The millisecond before a future instant. */
function before({ now }: Cart, instant: number | undefined): number {
  return instant === undefined || instant <= now ? Number.POSITIVE_INFINITY : instant - 1;
}
