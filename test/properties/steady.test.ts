import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { assessmentValidUntil } from '../../src/domain/checkout/assessment-valid-until.js';
import type { Cart } from '../../src/domain/checkout/checkout.js';
import { assess } from '../../src/domain/checkout/status.js';
import { SPENDING_WINDOW_MS } from '../../src/domain/tenant/limits.js';
import { COUNTER, cart, discount, item, line, NOW, rate } from '../domain/fixtures.js';
import { always, expectSame } from './always.js';
import { carts } from './generators/carts.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The assessment without its cart, since the cart contains the current time. */
const shown = (made: Cart) => {
  const { pricing, messages, status } = assess(made);
  return { pricing, messages, status };
};
const at = (made: Cart, now: number): Cart => ({ ...made, now });

/** Instants at and near quarter-hour and day boundaries, and random ones. */
const instants = fc.oneof(
  fc
    .record({ limit: fc.nat(120), by: fc.constantFrom(-MINUTE, -SECOND, -999, -1, 0, 1, SECOND, MINUTE) })
    .map(({ limit, by }) => NOW - DAY + limit * QUARTER + by),
  fc.integer({ min: NOW - DAY, max: NOW + DAY }),
);
const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');

/** A cart at an instant, with discounts that start and end around it. */
const moments = fc.record({
  parts: carts,
  now: instants,
  time_zone: zones,
  spread: fc.constantFrom(1, 997, MINUTE),
  /** Time until the cart expires. */
  life: fc.constantFrom(1, 30 * SECOND, 6 * HOUR),
  /** True if pickup is possible on the same day. */
  today: fc.boolean(),
});
type Moment = typeof moments extends fc.Arbitrary<infer T> ? T : never;

function madeAt({ parts, now, time_zone, spread, life, today }: Moment): Cart {
  const moved = (instant: number | undefined) => instant !== undefined && now + (instant - NOW) * spread;
  const discounts = parts.discounts?.map((one) => {
    const [starts_at, ends_at] = [moved(one.starts_at), moved(one.ends_at)];
    return { ...one, ...(starts_at !== false && { starts_at }), ...(ends_at !== false && { ends_at }) };
  });
  const pickup = today && { pickup: [{ ...COUNTER, ready_days: { min: 0, max: 0 } }] };
  return cart({
    ...parts,
    ...(discounts && { discounts }),
    settings: { ...parts.settings, time_zone, ...pickup },
    checkout: { ...parts.checkout, expires_at: now + life },
    now,
  });
}

it('the assessment of a cart stays the same until the last instant at which it is declared valid', () => {
  always(fc.tuple(moments, fc.double({ min: 0, max: 1, noNaN: true })), ([moment, part]) => {
    const { now } = moment;
    const made = madeAt(moment);
    const until = assessmentValidUntil(made);
    expect(until).toBeGreaterThanOrEqual(now);
    const last = Math.min(until, now + DAY);
    const wanted = shown(made);
    for (const then of [Math.floor(now + (last - now) * part), last - 1, last].filter((one) => one >= now))
      expectSame(shown(at(made, then)), wanted);
  });
});

const MUG = { lines: [line('mug')] };
const EBOOK = { lines: [line('ebook')], items: [item('ebook', { fulfillment_types: ['digital'] })] };
const MORNING = NOW + 7 * MINUTE;
const SPENDING = { key_id: 'key', limits: { per_30_days: 5, currency: 'USD' } };

describe('the last valid instant', () => {
  test.each<[string, Cart, number]>([
    ['is a second before the quarter hour ends, for goods', cart({ ...MUG, now: MORNING }), NOW + QUARTER - SECOND],
    ['is the present in the last millisecond of a quarter hour', cart({ ...MUG, now: NOW - 1 }), NOW - 1],
    ['is the present at the beginning of a quarter hour', cart({ ...MUG, now: NOW }), NOW],
    ['is the next full second, for digital goods', cart({ ...EBOOK, now: MORNING + 1 }), MORNING + SECOND],
    [
      'is just before a discount begins',
      cart({ ...MUG, discounts: [discount('A', { starts_at: MORNING + 5 })], now: MORNING }),
      MORNING + 4,
    ],
    [
      'is just before an automatic discount ends',
      cart({ ...MUG, discounts: [discount('A', { automatic: true, ends_at: MORNING + 5 })], now: MORNING }),
      MORNING + 4,
    ],
    [
      "is just before the first of the spender's payments no longer counts",
      cart({ ...MUG, now: MORNING, spending: { ...SPENDING, spent: 1, oldest: MORNING + 7 - SPENDING_WINDOW_MS } }),
      MORNING + 6,
    ],
    ['precedes the expiry', cart({ ...MUG, checkout: { expires_at: MORNING + 9 }, now: MORNING }), MORNING + 8],
  ])('%s', (_name, made, wanted) => {
    expect(assessmentValidUntil(made)).toBe(wanted);
  });

  it('is never reached for a cart with frozen terms', () => {
    const made = cart({ ...MUG, settings: { shipping: [rate('post')] }, now: MORNING });
    const terms = {
      shop: made.shop,
      items: [...made.items.values()],
      discounts: [],
      priced_at: MORNING,
      rules: made.rules,
    };
    const paying: Cart = { ...made, checkout: { ...made.checkout, state: 'paying', frozen: terms } };
    expect(assessmentValidUntil(paying)).toBe(Number.POSITIVE_INFINITY);
    expectSame(shown(at(paying, MORNING + DAY)), shown(paying));
  });
});
