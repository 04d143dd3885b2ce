import fc from 'fast-check';
import { REQUESTED_TYPES, type RequestedType } from '../../../src/domain/order/adjustment.js';
import { EVENT_TYPES, type EventType } from '../../../src/domain/order/event.js';
import { type CartParts, COUNTER, discount, item, line, rate } from '../fixtures.js';

/** Random carts that can be ordered, and random histories of their orders, as plain data. */

const price = fc.oneof(fc.constant(0), fc.nat(5), fc.nat(5_000), fc.nat(1_000_000_000));
const quantity = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9_999 }));
const goods = fc.array(
  fc.record({ price, quantity, digital: fc.boolean(), category: fc.constantFrom('standard', 'food') }),
  { minLength: 1, maxLength: 6 },
);
const offers = fc.array(
  fc.record({
    kind: fc.constantFrom('percent', 'fixed', 'free_shipping'),
    value_ppm: fc.integer({ min: 1, max: 1_000_000 }),
    amount: fc.oneof(fc.nat(10), fc.nat(10_000_000)),
    named: fc.boolean(),
  }),
  { maxLength: 3 },
);
const taxes = fc.record({
  included: fc.boolean(),
  on_shipping: fc.boolean(),
  rates: fc.subarray([
    { country: 'US', rate_ppm: 72_500 },
    { country: 'US', category: 'food', rate_ppm: 20_000 },
    { country: 'US', category: 'shipping', rate_ppm: 190_000 },
  ]),
});
const shipping = fc.oneof(
  fc.record({ type: fc.constant('flat' as const), amount: fc.oneof(fc.nat(3), fc.nat(100_000)) }),
  fc.record({ type: fc.constant('per_item' as const), base: fc.nat(1_000), amount: fc.nat(500) }),
);
const fees = fc.array(
  fc.record({
    price: fc.oneof(
      fc.record({ type: fc.constant('fixed' as const), amount: fc.oneof(fc.nat(3), fc.nat(50_000)) }),
      fc.record({ type: fc.constant('percent' as const), value_ppm: fc.integer({ min: 1, max: 200_000 }) }),
    ),
    tax_category: fc.constantFrom('standard', 'food', 'shipping'),
  }),
  { maxLength: 2 },
);
const options = fc.record({
  shipping,
  free_from: fc.option(fc.nat(100_000), { nil: undefined, freq: 2 }),
  counter: fc.nat(1_000),
  option: fc.constantFrom('post', 'post', COUNTER.id),
});

export const carts: fc.Arbitrary<CartParts> = fc
  .tuple(goods, offers, taxes, options, fees)
  .map(([lines, given, tax, { free_from, counter, option, ...parcel }, charged]) => ({
    lines: lines.map((one, index) => line(`i${index}`, { quantity: one.quantity })),
    items: lines.map((one, index) =>
      item(`i${index}`, {
        price: one.price,
        tax_category: one.category,
        fulfillment_types: one.digital ? ['digital'] : ['shipping', 'pickup'],
      }),
    ),
    discounts: given.map(({ named, ...offer }, index) =>
      discount(`C${index}`, { ...offer, ...(named && { item_ids: ['i0', 'i2'] }) }),
    ),
    settings: {
      tax,
      shipping: [rate('post', { price: parcel.shipping, ...(free_from !== undefined && { free_from }) })],
      pickup: [{ ...COUNTER, amount: counter }],
      fees: charged.map((fee, index) => ({ ...fee, id: `fee-${index}`, title: 'Fee' })),
    },
    checkout: { destination: { address_country: 'US' }, selected_option_id: option },
  }));

/** A line by position, and a share of its remaining units in percent; `too many` is one unit more than remain. */
export interface Pick {
  readonly line: number;
  readonly part: number | 'too many';
}

export type Step =
  | { readonly do: 'event'; readonly type: EventType; readonly picks: readonly Pick[] }
  | {
      readonly do: 'give back';
      readonly type: RequestedType;
      /** Omit for the whole order. */
      readonly picks?: readonly Pick[];
      /**
       * Share of the refundable amount in percent; `too many` is one minor unit above it. Omit for the value of the
       * units.
       */
      readonly amount?: Pick['part'];
    }
  | { readonly do: 'hold' }
  | { readonly do: 'release' }
  | { readonly do: 'cancel'; readonly picks?: readonly Pick[] }
  | {
      readonly do: 'mark paid';
      /** Share of what is owed in percent; `too many` is one minor unit above it. Omit for all of it. */
      readonly amount?: Pick['part'];
    }
  | { readonly do: 'settle'; readonly state: 'completed' | 'failed' };

const part = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(0, 1, 33, 50, 100, 100) },
  { weight: 1, arbitrary: fc.constant('too many' as const) },
);
const picks = fc.array(fc.record({ line: fc.nat(5), part }), { minLength: 1, maxLength: 3 });

const event = fc.record({
  do: fc.constant('event' as const),
  type: fc.constantFrom('shipped' as const, 'shipped' as const, ...EVENT_TYPES),
  picks,
});
const gift = { do: fc.constant('give back' as const), picks, amount: part };
export const gifts = fc.oneof(
  fc.record({ ...gift, type: fc.constant('refund' as const) }, { requiredKeys: ['do', 'type'] }),
  fc.record({ ...gift, type: fc.constant('return' as const) }, { requiredKeys: ['do', 'type', 'picks'] }),
  fc.record({ ...gift, type: fc.constantFrom(...REQUESTED_TYPES) }, { requiredKeys: ['do', 'type'] }),
);
const moment = fc.record({ do: fc.constantFrom('hold' as const, 'release' as const) });
const money = fc.record({ do: fc.constant('mark paid' as const), amount: part }, { requiredKeys: ['do'] });
const settle = fc.record({
  do: fc.constant('settle' as const),
  state: fc.constantFrom('completed' as const, 'completed' as const, 'failed' as const),
});

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 8, arbitrary: event },
    { weight: 8, arbitrary: gifts },
    { weight: 4, arbitrary: moment },
    { weight: 4, arbitrary: money },
    { weight: 5, arbitrary: settle },
    { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), picks }) },
  ),
  { minLength: 4, maxLength: 20, size: 'max' },
);

export interface History {
  readonly parts: CartParts;
  readonly payment_status: 'pending' | 'paid';
  readonly steps: readonly Step[];
}

export const histories: fc.Arbitrary<History> = fc.record({
  parts: carts,
  payment_status: fc.constantFrom('paid', 'paid', 'pending'),
  steps,
});
