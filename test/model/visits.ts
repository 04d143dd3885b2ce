import fc from 'fast-check';
import type { AddressName, BuyerName, Entry, Operation, PaymentName, Target } from './operations.js';
import type { Property } from './state.js';

/** Visits in which a buyer completes a purchase, with cases that random sequences rarely reach. */

const M: Property = { name: 'Size', value: 'M' };
const XXL: Property = { name: 'Size', value: 'XXL' };
const HI: Property = { name: 'Text', value: 'Hi' };
const MUG: Entry = { item: 'mug', quantity: 1 };
const TEE: Entry = { item: 'tee', quantity: 1, properties: [XXL] };
const GUIDE: Entry = { item: 'guide', quantity: 1 };
const TWINS: readonly Entry[] = [
  { ...MUG, id: 'p' },
  { ...MUG, id: 'q' },
  { ...GUIDE, parent: 'q' },
];

const FILLINGS: readonly (readonly Entry[])[] = [
  [{ ...MUG, quantity: 2 }],
  [{ ...MUG, quantity: 2 }],
  [TEE],
  [
    { ...TEE, properties: [HI, M] },
    { ...TEE, quantity: 2 },
    { ...TEE, properties: [M, HI] },
  ],
  [{ item: 'beans', quantity: 1 }, MUG],
  [{ ...TEE, id: 'p' }, { ...GUIDE, parent: 'p' }, MUG],
  TWINS,
  [GUIDE],
  [{ item: 'stove', quantity: 1 }],
  [{ item: 'poster', quantity: 1 }],
  [{ item: 'wine', quantity: 1 }],
  [
    { item: 'lamp', quantity: 2 },
    { item: 'lamp', quantity: 1, id: 'p' },
  ],
];

const apply = (me: Target, ...codes: readonly string[]) =>
  codes.map((code): Operation => ({ ...me, do: 'apply code', code }));

/** Steps before payment. Names are for readers only. */
const STORIES: Readonly<Record<string, (me: Target) => readonly Operation[]>> = {
  nothing: () => [],
  'two on items': (me) => apply(me, 'THIRD', 'BREW'),
  'one on items, one on the order': (me) => apply(me, 'BREW', 'TEN'),
  'the last use, and more uses': (me) => [
    ...apply(me, 'LAST'),
    { ...me, do: 'complete', payment: 'an invoice', over: 0 },
    { ...me, do: 'add', entries: [MUG] },
    ...apply(me, 'LAST'),
    { do: 'put discount', code: 'LAST', terms: 1 },
    ...apply(me, 'LAST'),
  ],
  'once per buyer': (me) => apply(me, 'ONCE'),
  'once, and again': (me) => [
    ...apply(me, 'ONCE'),
    { ...me, do: 'complete', payment: 'an invoice', over: 0 },
    { ...me, do: 'add', entries: [MUG] },
    ...apply(me, 'ONCE'),
    { ...me, do: 'set buyer', email: 'ADA@example.com' },
  ],
  'a code that is taken off': (me) => [...apply(me, 'TEN'), { ...me, do: 'remove code', code: ' ten ' }],
  'more than a line holds': (me) => [
    { ...me, do: 'add', entries: [{ ...MUG, id: 'p', quantity: 9999 }] },
    { ...me, do: 'add', entries: [{ ...MUG, id: 'p' }] },
    { ...me, do: 'remove', line: 0 },
  ],
  'nowhere to send it': (me) => [
    { ...me, do: 'cancel' },
    { ...me, do: 'add', entries: [{ item: 'stove', quantity: 4 }] },
    { ...me, do: 'list methods' },
    { ...me, do: 'set destination', to: 'paris' },
    { ...me, do: 'list methods' },
  ],
  'free shipping': (me) => apply(me, 'SHIP', 'FIVE'),
  'a code that stands alone afterwards': (me) => [
    ...apply(me, 'TEN', 'FIVE'),
    { do: 'put discount', code: 'TEN', terms: 1 },
  ],
  'codes that exclude each other, and the other one wins': (me) => [
    ...apply(me, 'ALONE', 'TEN', 'FIVE', 'THIRD'),
    { ...me, do: 'add', entries: [{ ...TEE, quantity: 3 }] },
    { ...me, do: 'remove code', code: 'THIRD' },
  ],
  'a code that begins and ends on the hour': (me) => [
    { do: 'wait', minutes: 0 },
    ...apply(me, 'SOON'),
    { do: 'wait', minutes: 0 },
    { do: 'wait', minutes: 0 },
  ],
  'exactly the limit': (me) => [
    { ...me, do: 'cancel' },
    { ...me, do: 'add', entries: [{ ...MUG, quantity: 2 }] },
    { ...me, do: 'select', option: 'counter' },
    { do: 'put settings', settings: 'tax included' },
    { do: 'put settings', settings: 'base' },
  ],
  'more off than there is': (me) => [
    { do: 'put discount', code: 'FIVE', terms: 1 },
    { ...me, do: 'cancel' },
    { ...me, do: 'add', entries: [MUG] },
    { ...me, do: 'set buyer', email: 'ada@example.com' },
    { ...me, do: 'select', option: 'counter' },
    ...apply(me, 'FIVE', 'ONCE'),
    { ...me, do: 'complete', payment: 'an invoice', over: 0 },
  ],
  'nothing to make free': (me) => [
    { do: 'put discount', code: 'SHIP', terms: 2 },
    { ...me, do: 'select', option: 'counter' },
    ...apply(me, 'SHIP'),
  ],
  'approved, and changed': (me) => [
    { ...me, do: 'cancel' },
    { ...me, do: 'add', entries: [{ ...MUG, quantity: 9 }] },
    { ...me, do: 'set buyer', email: 'ada@example.com' },
    { ...me, do: 'select', option: 'counter' },
    { ...me, do: 'approve' },
    ...apply(me, 'TEN'),
    { ...me, do: 'remove code', code: 'TEN' },
    { ...me, do: 'update', line: 0, quantity: 9, properties: [M] },
  ],
  'there and back': (me) => [
    { ...me, do: 'select', option: 'post' },
    { ...me, do: 'set destination', to: 'berlin' },
    { ...me, do: 'set destination', to: 'portland' },
  ],
  'a choice that is gone': (me) => [
    { ...me, do: 'add', entries: [TEE, { ...MUG, properties: [XXL] }] },
    { do: 'change goods', item: 'tee', change: 'without XXL' },
    { do: 'change goods', item: 'mug', change: 'without XXL' },
  ],
  'a thing that is gone': (me) => [
    { ...me, do: 'cancel' },
    { ...me, do: 'add', entries: [MUG] },
    { do: 'change goods', item: 'mug', change: 'withdrawn' },
    { ...me, do: 'update', line: 0, quantity: 2 },
    { do: 'change goods', item: 'mug', change: 'on sale' },
  ],
  'another price': (me) => [
    { do: 'change goods', item: 'mug', change: 'dearer' },
    { ...me, do: 'add', entries: [MUG] },
  ],
  'lines that become equal': (me) => [
    { ...me, do: 'add', entries: TWINS },
    { ...me, do: 'update', line: 0, quantity: 1, properties: [] },
  ],
  'a payment without an outcome': (me) => [
    { ...me, do: 'complete', payment: 'a card that stays pending', over: 0 },
    { ...me, do: 'add', entries: [MUG] },
    { do: 'wait', minutes: 16 },
  ],
  'a change of mind': (me) => [
    { ...me, do: 'complete', payment: 'a card', over: 0 },
    { ...me, do: 'cancel', at: 'former' },
    { ...me, do: 'complete', at: 'former', payment: 'a card', over: 1 },
  ],
};

const oneOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);

const visit = fc.record({
  entries: oneOf(...FILLINGS),
  email: oneOf('ada@example.com', 'ADA@example.com', 'bob@example.com'),
  to: oneOf<AddressName>('portland', 'fresno'),
  option: oneOf('post', 'freight', 'counter'),
  story: oneOf(...Object.values(STORIES)),
  payment: oneOf<PaymentName>('a card', 'a card', 'an invoice', 'a declined card', 'nothing named'),
});

/** Generates the steps of four consecutive visits; a sequence uses as many of the steps as fit. */
export function visits(by: BuyerName): fc.Arbitrary<readonly Operation[]> {
  const me: Target = { by, at: 'current' };
  const steps = visit.map(({ entries, email, to, option, story, payment }): readonly Operation[] => [
    { ...me, do: 'add', entries },
    { ...me, do: 'set buyer', email },
    { ...me, do: 'set destination', to },
    { ...me, do: 'select', option },
    ...story(me),
    { ...me, do: 'confirm age' },
    { ...me, do: 'approve' },
    { ...me, do: 'complete', payment, over: 0 },
  ]);
  return fc.array(steps, { minLength: 4, maxLength: 4 }).map((all) => all.flat());
}
