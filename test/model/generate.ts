import fc from 'fast-check';
import {
  ADDRESSES,
  type AddressName,
  type BuyerName,
  type CartAction,
  type Entry,
  NO_LINE,
  type Operation,
  type PaymentName,
  type ShopOperation,
  type Target,
} from './operations.js';
import type { SettingsName } from './settings.js';
import { DISCOUNTS, GOODS, GOODS_CHANGES, type GoodsChange, type GoodsName } from './shop.js';
import type { Property } from './state.js';
import { visits } from './visits.js';

/** Random sequences of operations, with weights that make the interesting cases frequent. */

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
/** Draws a value in `times` of ten draws, otherwise `undefined`. */
const inTen = <T>(times: number, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: times, arbitrary }, { weight: 10 - times, arbitrary: fc.constant(undefined) });

/** Draws values by weight. */
const weighted = <T>(...rows: readonly (readonly [weight: number, value: T])[]) =>
  fc.oneof(...rows.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record).filter((key): key is keyof T & string => key in record);
}

const M: Property = { name: 'Size', value: 'M' };
const XXL: Property = { name: 'Size', value: 'XXL' };
const HI: Property = { name: 'Text', value: 'Hi' };

const ofTee = weighted<readonly Property[]>(
  [6, [M]],
  [6, [XXL]],
  [3, [{ ...M, value: 'S' }]],
  [2, [M, HI]],
  [2, [HI, M]],
  [1, [{ ...HI, value: ' ' }]],
  [3, [{ ...M, name: 'Color' }]],
  [4, []],
);

const item = weighted<Entry['item']>(
  ...keysOf(GOODS).map((name): [number, GoodsName] => [name === 'relic' || name === 'wine' ? 2 : 6, name]),
  [1, 'nothing'],
);

const entry: fc.Arbitrary<Entry> = fc
  .record({
    item,
    quantity: weighted([24, 1], [12, 2], [3, 3], [2, 6], [1, 9999]),
    tee: ofTee,
    id: inTen(4, oneOf('p', 'p', 'q')),
    parent: inTen(2, oneOf<string | number>('p', 'p', 'q', 0, 1, NO_LINE)),
  })
  .map(({ item, quantity, tee, id, parent }) => ({
    item,
    quantity,
    ...((item === 'tee' || (item === 'mug' && id === 'q')) && { properties: tee }),
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
  }));

const written = (code: string) => oneOf(code, ` ${code.toLowerCase()} `);
const address = oneOf<AddressName>(...keysOf(ADDRESSES), 'portland', 'portland', 'fresno');
/** A destination in the list `destinations` needs more members than the country. */
const envelope = fc.oneof(
  { weight: 8, arbitrary: address.filter((name) => name !== 'the US') },
  { weight: 3, arbitrary: oneOf('nowhere' as const) },
);
const line = weighted([5, 0], [5, 1], [3, 2], [1, NO_LINE]);

const payment = weighted<PaymentName>(
  [6, 'a card'],
  [3, 'an invoice'],
  [3, 'a declined card'],
  [2, 'a card that stays pending'],
  [1, 'nothing named'],
  [1, 'an unknown token'],
  [1, 'an unknown handler'],
);

const settings = weighted<SettingsName>([6, 'base'], [3, 'tax included'], [2, 'no post'], [1, 'defaults']);

const option = weighted(
  [4, 'post'],
  [2, 'freight'],
  [2, 'valley'],
  [2, 'bike'],
  [6, 'counter'],
  [2, 'kiosk'],
  [1, 'standard'],
  [3, 'digital'],
  [1, 'teleport'],
);

const email = inTen(8, oneOf('ada@example.com', 'ADA@example.com', 'bob@example.com'));
const code = oneOf(...keysOf(DISCOUNTS));
const named = <const Name>(name: Name) => fc.constant<Name>(name);

type Weighted<T> = readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<T> }[];

const LINES: Weighted<CartAction> = [
  { weight: 16, arbitrary: fc.record({ do: named('add'), entries: fc.array(entry, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 20,
    arbitrary: fc.record({
      do: named('update'),
      line,
      quantity: weighted([1, 0], [9, 1], [7, 2], [1, 9999]),
      properties: inTen(5, ofTee),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: named('remove'), line }) },
];

const DETAILS: Weighted<CartAction> = [
  { weight: 9, arbitrary: fc.record({ do: named('apply code'), code: fc.oneof(code, named('NONE')).chain(written) }) },
  { weight: 2, arbitrary: fc.record({ do: named('remove code'), code: code.chain(written) }) },
  { weight: 6, arbitrary: fc.record({ do: named('set buyer'), email, billing: inTen(3, oneOf('US', 'DE')) }) },
  { weight: 9, arbitrary: fc.record({ do: named('set destination'), to: address }) },
  { weight: 10, arbitrary: fc.record({ do: named('select'), option, to: inTen(3, envelope) }) },
  { weight: 2, arbitrary: fc.record({ do: named('list methods') }) },
];

const ENDS: Weighted<CartAction> = [
  { weight: 14, arbitrary: fc.record({ do: named('complete'), payment, over: weighted([8, 0], [2, 1]) }) },
  { weight: 1, arbitrary: fc.record({ do: named('cancel') }) },
  { weight: 2, arbitrary: fc.record({ do: named('confirm age') }) },
  { weight: 2, arbitrary: fc.record({ do: named('approve') }) },
];

const SHOP: Weighted<ShopOperation> = [
  { weight: 2, arbitrary: fc.record({ do: named('put settings'), settings }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: named('change goods'),
      item: oneOf<GoodsName>('mug', 'mug', 'tee', ...keysOf(GOODS)),
      change: oneOf<GoodsChange>('dearer', 'on sale', 'without XXL', ...keysOf(GOODS_CHANGES)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('stock'),
      item: oneOf<GoodsName>('stove', 'poster', 'beans', 'lamp'),
      units: fc.nat(5),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: named('put discount'), code: fc.oneof(code, oneOf('TEN', 'ALONE')), terms: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('delete discount'), code }) },
  { weight: 4, arbitrary: fc.record({ do: named('wait'), minutes: weighted([3, 16], [5, 0], [1, 359], [2, 360]) }) },
];

const target: fc.Arbitrary<Target> = fc.record({
  by: oneOf<BuyerName>('ada', 'bob'),
  at: weighted<Target['at']>([20, 'current'], [1, 'former']),
});

const onCart: fc.Arbitrary<Operation> = fc
  .tuple(target, fc.oneof(...LINES, ...DETAILS, ...ENDS))
  .map(([target, action]) => ({ ...target, ...action }));

const any = fc.oneof({ weight: 70, arbitrary: onCart }, { weight: 30, arbitrary: fc.oneof(...SHOP) });

/**
 * Generates the same sequence for the same seed: alternating visits of both buyers, with random operations in between.
 */
export function sequence(seed: number, length: number): readonly Operation[] {
  const streams = fc.tuple(visits('ada'), visits('bob'), fc.array(any, { minLength: length, maxLength: length }));
  const [[ada, bob, others] = [[], [], []]] = fc.sample(fc.noBias(streams), { seed, numRuns: 1 });
  return others.map((other, index) => {
    if (index % 2 === 1) return other;
    const turn = index / 2;
    return (turn % 2 === 0 ? ada : bob)[Math.floor(turn / 2)] ?? other;
  });
}
