import { SPENDING_WINDOW_MS } from '../tenant/limits.js';
import type { Cart } from './checkout.js';
import { servableLines } from './fulfillment.js';

const SECOND = 1_000;
const QUARTER = 15 * 60 * SECOND;

/**
 * Returns the last instant at which the same cart data yields the same assessment. Covers each time limit that `assess`
 * reads: cart expiry, start and end of discounts, promised times, and the window of spending limits.
 */
export function assessmentValidUntil(cart: Cart): number {
  const { checkout } = cart;
  return Math.min(
    ...(checkout.state === 'open' ? [before(cart, checkout.expires_at)] : []),
    ...pricedUntil(cart),
    before(cart, spentUntil(cart)),
  );
}

/** When the first of the spender's payments no longer counts toward its limit. */
function spentUntil({ spending }: Cart): number | undefined {
  return spending?.oldest === undefined ? undefined : spending.oldest + SPENDING_WINDOW_MS;
}

/** A cart with frozen terms has no limit, because its prices no longer change. */
function pricedUntil(cart: Cart): number[] {
  if (cart.checkout.frozen) return [];
  const discounts = [...cart.discounts.values(), ...cart.automatic];
  const turns = discounts.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return [...turns.map((instant) => before(cart, instant)), promisedUntil(cart)];
}

/** Digital goods are promised for the next full second, so an assessment with them is valid only until then. */
function promisedUntil(cart: Cart): number {
  const limit = inQuarter(cart.now);
  return servableLines(cart, 'digital').length === 0 ? limit : Math.min(limit, Math.ceil(cart.now / SECOND) * SECOND);
}

/**
 * Goods that are not digital are promised from the next quarter-hour, or from now if now is a full quarter-hour. A
 * promise by day ends with the last second of a day, which is also the last second of a quarter-hour, since days begin
 * on a quarter-hour in every time zone.
 */
function inQuarter(now: number): number {
  const start = Math.floor(now / QUARTER) * QUARTER;
  if (now === start) return now;
  const lastSecond = start + QUARTER - SECOND;
  return now <= lastSecond ? lastSecond : start + QUARTER - 1;
}

/** The millisecond before an instant; infinite if the instant is absent or not in the future. */
function before({ now }: Cart, instant: number | undefined): number {
  return instant === undefined || instant <= now ? Number.POSITIVE_INFINITY : instant - 1;
}
