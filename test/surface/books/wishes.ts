import fc from 'fast-check';
import { type BookShop, DISCOUNTS, GOODS, type Good } from './shops.js';

/** Random orders and their later steps. */

export const STEPS = [
  ...[
    'pay',
    'pay a part',
    'cancel all',
    'cancel a unit',
    'refund all',
    'refund an amount',
    'refund an amount of a line',
  ],
  ...['refund a unit', 'refund the delivery', 'refund the fees', 'ship a unit', 'return a unit'],
];

/** `pick` modulo the number of lines is the index of a line. `amount` is the largest amount, in minor units. */
export interface Step {
  readonly name: string;
  readonly pick: number;
  readonly amount: number;
}

export interface Wish {
  readonly goods: readonly (readonly [Good, number])[];
  readonly codes: readonly string[];
  readonly option: 'post' | 'express' | 'counter';
  /** Index of the destination in the shop's list. */
  readonly to: number;
  readonly billed: string | undefined;
  readonly steps: readonly Step[];
}

const GOOD_NAMES = Object.keys(GOODS).filter((name): name is Good => name in GOODS);
const CODES = Object.entries(DISCOUNTS).flatMap(([code, { automatic }]) => (automatic ? [] : [code]));

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...STEPS),
  pick: fc.nat(5),
  amount: fc.integer({ min: 1, max: 3000 }),
});

const named = (...names: readonly string[]): Step[] => names.map((name) => ({ name, pick: 0, amount: 500 }));

/** Cases that random generation rarely produces. */
const STORIES: readonly (readonly Step[])[] = [
  named('cancel a unit'),
  named('cancel a unit', 'pay', 'refund a unit', 'cancel all'),
  named('ship a unit', 'return a unit', 'pay', 'refund an amount'),
  named('pay', 'ship a unit', 'refund a unit', 'return a unit'),
  named('pay', 'refund the delivery', 'refund the fees', 'cancel all'),
  named('pay', 'refund an amount of a line', 'refund a unit', 'refund all'),
  named('cancel all'),
  named('pay a part'),
  named('pay a part', 'pay a part', 'cancel a unit', 'pay', 'cancel all'),
  named('pay a part', 'ship a unit', 'return a unit'),
  named('pay a part', 'cancel all'),
];
const goods = fc
  .subarray(GOOD_NAMES, { minLength: 1, maxLength: 5 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: 5 })))));
/** Removes the code for 100 % off from two of three carts. */
const codes = fc
  .shuffledSubarray(CODES, { maxLength: 4 })
  .chain((all) => fc.integer({ min: 0, max: 2 }).map((keep) => all.filter((code) => keep === 0 || code !== 'ALL')));

/** Random steps. In at least half of these orders, payment is the first step. */
const atRandom = fc
  .tuple(fc.boolean(), fc.array(step, { maxLength: 5 }))
  .map(([paid, all]) => (paid ? [...named('pay'), ...all] : all));

/** Changes a wish so that discounts make its goods and its delivery free. */
const free = (wish: Wish): Wish => ({ ...wish, goods: [['pot', 2]], codes: ['ALL', 'SHIP'], option: 'post' });

const wishIn = ({ places, billed }: BookShop): fc.Arbitrary<Wish> =>
  fc.record({
    goods,
    codes,
    option: fc.constantFrom('post', 'post', 'express', 'counter'),
    to: fc.nat(places.length - 1),
    billed: billed.length === 0 ? fc.constant(undefined) : fc.constantFrom(undefined, ...billed),
    steps: atRandom,
  });

export function wishesIn(shop: BookShop, seed: number, count: number): Wish[] {
  return fc.sample(wishIn(shop), { seed, numRuns: count }).map((wish, index) => {
    if (index % 15 === 0) return free(wish);
    const story = index % 3 === 1 ? STORIES[Math.floor(index / 3) % STORIES.length] : undefined;
    return story ? { ...wish, steps: story } : wish;
  });
}
