import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPENDING_WINDOW_MS } from '../../src/domain/tenant/limits.js';
import { required } from '../../src/domain/values/required.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { CARD, totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';

const HOUR_MS = 60 * 60 * 1000;
const MAX_UNITS = 3;

type Step =
  /** `at`: which portal. */
  | { readonly do: 'pay'; readonly units: number; readonly declines: boolean; readonly at: number }
  /** Two calls at the same time, each through a portal of its own. */
  | { readonly do: 'pay at once'; readonly units: readonly [number, number] }
  /** `of`: which order of the history; it wraps around. `share`: part of it; cancels the order if absent. */
  | { readonly do: 'give back'; readonly of: number; readonly share?: number | undefined }
  /** Moves the clock, back if negative. */
  | { readonly do: 'tick'; readonly by: number }
  /** Moves the clock to the end of the window of an order, or this many milliseconds off. */
  | { readonly do: 'boundary'; readonly of: number; readonly off: number };

const units = fc.integer({ min: 1, max: MAX_UNITS });
const of = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      units,
      declines: fc.nat(5).map((drawn) => drawn === 0),
      at: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay at once' as const), units: fc.tuple(units, units) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give back' as const),
      of,
      share: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true }), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      by: fc.integer({ min: -20 * 24, max: 20 * 24 }).map((hours) => hours * HOUR_MS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('boundary' as const), of, off: fc.constantFrom(-1, 0, 1) }),
  },
);
/** Limits in units of the item. */
const limit = fc.option(fc.integer({ min: 0, max: 7 }), { nil: undefined });
const histories = fc.record({ per_order: limit, per_30_days: limit, steps: fc.array(step, { maxLength: 12 }) });

/** A payment after the clock was set back must not leave the window before the one that it follows. */
const CLOCK_SET_BACK = {
  per_order: undefined,
  per_30_days: 2,
  steps: [
    { do: 'pay', units: 1, declines: false, at: 0 },
    { do: 'tick', by: -HOUR_MS },
    { do: 'pay', units: 1, declines: false, at: 1 },
    { do: 'boundary', of: 0, off: -1 },
  ] satisfies Step[],
};

/** A payment of the model. `at`: when it counts. A declined one has the amount 0, and no order. */
interface Spent {
  readonly at: number;
  readonly order_id: string | undefined;
  readonly amount: number;
  returned: number;
}

const clock = stillClock();
let portal: TestPortal;
/** Another portal on the same database. */
let other: TestPortal;
let staff: RegistryCaller;
let owner: RegistryCaller;
/** Totals by number of units. */
const totals = new Map<number, number>();
beforeAll(async () => {
  portal = await startPortal({ clock });
  other = await startPortal({ clock, database: portal.database });
  staff = registryCaller(() => portal.url, await fullKey(portal, 'deployment'));
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  for (let count = 1; count <= MAX_UNITS; count += 1) {
    const { json } = await buy(staff, count);
    totals.set(count, totalOf(json.data));
  }
});
afterAll(async () => {
  await other.close();
  await portal.close();
});

function buy(by: RegistryCaller, quantity: number, token = 'tok_approve') {
  return by.send('buy', {
    line_items: [{ item: { id: 'preserving-ebook' }, quantity }],
    buyer: { email: 'ada@example.com' },
    max_total: 1_000_000,
    payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] },
  });
}

const totalFor = (count: number) => totals.get(count) ?? Number.NaN;

/** In minor units. */
interface Limits {
  readonly per_order?: number;
  readonly per_30_days?: number;
}

/** One key with limits, and the list of what it has spent. */
class History {
  readonly #spent: Spent[] = [];
  /** The caller with this key at each portal. */
  readonly #by: readonly RegistryCaller[];
  readonly #key: string;
  readonly #limits: Required<Limits>;

  private constructor(by: readonly RegistryCaller[], key: string, limits: Required<Limits>) {
    this.#by = by;
    this.#key = key;
    this.#limits = limits;
  }

  static async begin(per_order: number | undefined, per_30_days: number | undefined): Promise<History> {
    const named: Limits = {
      ...(per_order !== undefined && { per_order: per_order * totalFor(1) }),
      ...(per_30_days !== undefined && { per_30_days: per_30_days * totalFor(1) }),
    };
    const { key, id } = await anotherKey(portal, 'deployment', { limits: { ...named, currency: 'USD' } });
    const by = [portal, other].map(({ url }) => registryCaller(() => url, key));
    return new History(by, id, {
      per_order: Number.POSITIVE_INFINITY,
      per_30_days: Number.POSITIVE_INFINITY,
      ...named,
    });
  }

  async run(next: Step): Promise<void> {
    if (next.do === 'tick') clock.advance(next.by);
    else if (next.do === 'boundary') this.#toBoundary(next.of, next.off);
    else if (next.do === 'pay') await this.#pay(next);
    else if (next.do === 'pay at once') await this.#payAtOnce(next.units);
    else await this.#giveBack(next.of, next.share);
  }

  /** Compares what is left, if there is a limit in 30 days. */
  async check(): Promise<void> {
    const { limits = {} } = await owner.ok('set_key_limits', { key_id: this.#key });
    const { per_30_days } = this.#limits;
    const left = Number.isFinite(per_30_days) ? Math.max(0, this.#left()) : undefined;
    expect(limits.left_30_days).toBe(left);
  }

  #left(): number {
    const since = clock.now() - SPENDING_WINDOW_MS;
    const spent = this.#spent.filter(({ at }) => at > since).map(({ amount, returned }) => amount - returned);
    return this.#limits.per_30_days - spent.reduce((sum, amount) => sum + amount, 0);
  }

  async #pay({ units: count, declines, at: place }: Extract<Step, { do: 'pay' }>): Promise<void> {
    const amount = totalFor(count);
    const isAllowed = amount <= this.#limits.per_order && amount <= this.#left();
    const { status, json } = await buy(this.#at(place), count, declines ? 'tok_decline' : 'tok_approve');
    const outcome = status === 200 ? 'bought' : json.error;
    expect(outcome).toBe(isAllowed ? (declines ? 'payment_failed' : 'bought') : 'checkout_not_ready');
    if (!isAllowed) return;
    this.#record(json.data?.order.id, declines ? 0 : amount);
  }

  /** Expects that no limit is exceeded, and that a call is refused only if it does not fit beside the other. */
  async #payAtOnce(counts: readonly [number, number]): Promise<void> {
    const left = this.#left();
    const answers = await Promise.all(counts.map((count, place) => buy(this.#at(place), count)));
    const bought = answers.map(({ status }, index) => (status === 200 ? totalFor(counts[index] ?? 0) : 0));
    const sum = bought.reduce((total, amount) => total + amount, 0);
    expect(sum).toBeLessThanOrEqual(Math.max(0, left));
    answers.forEach(({ status, json }, index) => {
      const amount = totalFor(counts[index] ?? 0);
      if (status === 200) {
        expect(amount).toBeLessThanOrEqual(this.#limits.per_order);
        this.#record(json.data.order.id, amount);
        return;
      }
      expect(json.error).toBe('checkout_not_ready');
      expect(amount > this.#limits.per_order || amount + sum > left).toBe(true);
    });
  }

  #at(place: number): RegistryCaller {
    return required(this.#by[place], 'portal');
  }

  #record(order_id: string | undefined, amount: number): void {
    const at = Math.max(clock.now(), ...this.#spent.map((one) => one.at));
    this.#spent.push({ at, order_id, amount, returned: 0 });
  }

  /** Cancels an order, or refunds a share of what is left of it. */
  async #giveBack(index: number, share: number | undefined): Promise<void> {
    const one = this.#spent[index % Math.max(1, this.#spent.length)];
    const rest = one ? one.amount - one.returned : 0;
    if (!one || rest === 0) return;
    const { order_id } = one;
    if (share === undefined) {
      await staff.ok('cancel_order', { order_id });
      one.returned = one.amount;
      return;
    }
    const amount = Math.max(1, Math.floor(rest * share));
    await staff.ok('adjust_order', { order_id, type: 'refund', amount });
    one.returned += amount;
  }

  #toBoundary(index: number, off: number): void {
    const one = this.#spent[index % Math.max(1, this.#spent.length)];
    if (one) clock.advance(one.at + SPENDING_WINDOW_MS + off - clock.now());
  }
}

test('agrees with a list of what was spent, in random histories at two portals', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ per_order, per_30_days, steps }) => {
      const history = await History.begin(per_order, per_30_days);
      for (const next of steps) {
        await history.run(next);
        await history.check();
      }
    }),
    { numRuns: volume(50, 1_000, 400), examples: [[CLOCK_SET_BACK]] },
  );
});
