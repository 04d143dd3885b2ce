import fc from 'fast-check';
import { type Discount, normalizeCode } from '../../../src/domain/shop/discount.js';
import { discount, NOW } from '../../domain/fixtures.js';
import { maybe, money, ppm } from './amounts.js';

/** Terms of a discount. The item indices in `named` may exceed the list of items. */
export interface DrawnTerms {
  readonly kind: Discount['kind'];
  readonly part: number;
  readonly amount: number;
  readonly named: readonly number[] | undefined;
}

export interface DrawnDiscount extends DrawnTerms {
  /** First letter of the code, so that sorting by code differs from the order of drawing. */
  readonly letter: string;
  readonly minimum_subtotal: number | undefined;
  readonly time: Pick<Discount, 'starts_at' | 'ends_at'>;
  readonly combinable: boolean;
  readonly automatic: boolean;
  readonly limit: 'none' | 'some left' | 'used up';
  readonly once: 'no' | 'unused' | 'used';
  /** True if the code is on the checkout; automatic discounts need no code. */
  readonly entered: boolean;
}

const named = maybe(fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }));
const kind = fc.constantFrom<Discount['kind']>('percent', 'fixed', 'free_shipping');
export const terms: fc.Arbitrary<DrawnTerms> = fc.record({ kind, part: ppm, amount: money, named });

/** Draws the simple value in most cases, so that several discounts often apply together. */
const mostly = <T>(plain: T, ...others: readonly T[]) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: fc.constant(plain) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const conditions = fc.record({
  letter: fc.constantFrom('a', 'B', 'c', 'D'),
  minimum_subtotal: maybe(fc.nat(20_000)),
  time: mostly<DrawnDiscount['time']>(
    {},
    { starts_at: NOW },
    { starts_at: NOW + 1 },
    { ends_at: NOW + 1 },
    { ends_at: NOW },
    { starts_at: NOW - 1, ends_at: NOW + 1 },
  ),
  combinable: mostly(true, false),
  automatic: mostly(false, true),
  limit: mostly<DrawnDiscount['limit']>('none', 'some left', 'used up'),
  once: mostly<DrawnDiscount['once']>('no', 'unused', 'used'),
  entered: mostly(true, false),
});

const drawnDiscount: fc.Arbitrary<DrawnDiscount> = fc.tuple(terms, conditions).map(([what, when]) => ({
  ...what,
  ...when,
}));

/** Draws at most as many discounts as a checkout may have codes. */
export const drawnDiscounts = fc.array(drawnDiscount, { maxLength: 10 });

/** Percentages on named items, which reduce each line separately, and free shipping: no line affects another. */
export const lineByLine = drawnDiscounts.map((drawn) =>
  drawn.map((one) =>
    one.kind === 'free_shipping' ? one : { ...one, kind: 'percent' as const, named: one.named ?? [0] },
  ),
);

/** The same, plus one discount on the whole order, which is spread over the lines. */
export const oneOnTheOrder = fc
  .tuple(lineByLine, drawnDiscount, fc.constantFrom<Discount['kind']>('percent', 'fixed'))
  .map(([others, one, kind]) => [...others, { ...one, kind, named: undefined, entered: true }]);

export function termsOf({ kind, part, amount, named }: DrawnTerms): Partial<Discount> {
  return {
    kind,
    // A discount's value must be positive.
    ...(kind === 'percent' && { value_ppm: Math.max(1, part) }),
    ...(kind === 'fixed' && { amount: Math.max(1, amount) }),
    ...(named && { item_ids: [...new Set(named)].map((at) => `i${at}`) }),
  };
}

/** Returns the shop's discounts, their uses left, those that the buyer has used, and the codes on the cart. */
export function discountParts(drawn: readonly DrawnDiscount[]) {
  const all = drawn.map((one, at) => ({ one, made: discountOf(one, `${one.letter}${at}`) }));
  const left = all.flatMap(({ one, made }) =>
    one.limit === 'none' ? [] : [[normalizeCode(made.code), one.limit === 'some left' ? 3 : 0] as const],
  );
  return {
    discounts: all.map(({ made }) => made),
    uses: Object.fromEntries(left),
    used: all.flatMap(({ one, made }) => (one.once === 'used' ? [normalizeCode(made.code)] : [])),
    codes: all.flatMap(({ one, made }) => (one.entered && !one.automatic ? [normalizeCode(made.code)] : [])),
  };
}

function discountOf(drawn: DrawnDiscount, code: string): Discount {
  const { minimum_subtotal, time, combinable, automatic, limit, once } = drawn;
  return discount(code, {
    ...termsOf(drawn),
    ...time,
    ...(minimum_subtotal !== undefined && { minimum_subtotal }),
    combinable,
    automatic,
    ...(limit !== 'none' && { max_uses: 3 }),
    once_per_buyer: once !== 'no',
  });
}
