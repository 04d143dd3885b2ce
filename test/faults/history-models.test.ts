import { describe, expect, test } from 'vitest';
import {
  type CartInput,
  cartModel,
  type Leaf,
  type LogInput,
  logModel,
  type NumbersInput,
  numbersModel,
  type OrderInput,
  type OrderState,
  orderModel,
  type StockInput,
  stockModel,
} from './history-models.js';
import { linearize, type Model } from './linearize.js';

/** `[sent, answered, input, output]`. */
type Row<Input, Output> = readonly [sent: number, answered: number, input: Input, output: Output];

function isLinearizable<State, Input, Output>(model: Model<State, Input, Output>, rows: readonly Row<Input, Output>[]) {
  const calls = rows.map(([sent, answered, input, output]) => ({
    input,
    output,
    sent: BigInt(sent),
    answered: BigInt(answered),
  }));
  return linearize(model, calls).isFound;
}

const CART = cartModel({ version: 2, quantity: 1 });
const cart = (version: number, quantity: number) => ({ seen: { version, quantity } });
const outdated = { error: 'version_conflict' };
const read = { do: 'read' } as const;
const setTo = (quantity: number, ifMatch?: number): CartInput => ({ do: 'set', quantity, ...(ifMatch && { ifMatch }) });
const add = (units: number): CartInput => ({ do: 'add', units });

describe('a cart', () => {
  test.each<[string, boolean, Row<CartInput, ReturnType<typeof cart> | typeof outdated>[]]>([
    [
      'accepts one of two guarded updates',
      true,
      [
        [0, 9, setTo(5, 2), outdated],
        [1, 8, setTo(6, 2), cart(3, 6)],
        [10, 11, read, cart(3, 6)],
      ],
    ],
    [
      'rejects two guarded updates of one version',
      false,
      [
        [0, 9, setTo(5, 2), cart(3, 5)],
        [1, 8, setTo(6, 2), cart(4, 6)],
      ],
    ],
    [
      'accepts the units of two additions',
      true,
      [
        [0, 9, add(2), cart(4, 6)],
        [1, 8, add(3), cart(3, 4)],
        [10, 11, read, cart(4, 6)],
      ],
    ],
    [
      'rejects a lost addition',
      false,
      [
        [0, 9, add(2), cart(3, 3)],
        [1, 8, add(3), cart(3, 4)],
      ],
    ],
    [
      'rejects a stale read',
      false,
      [
        [0, 1, add(2), cart(3, 3)],
        [2, 3, read, cart(2, 1)],
      ],
    ],
    [
      'rejects a version with the quantity of another',
      false,
      [
        [0, 9, add(2), cart(3, 3)],
        [1, 8, read, cart(3, 1)],
      ],
    ],
    ['rejects a conflict without a change', false, [[0, 1, setTo(5, 2), outdated]]],
  ])('%s', (_name, isRight, rows) => expect(isLinearizable(CART, rows)).toBe(isRight));
});

const STOCK = stockModel(1);
const buy = (index: number): StockInput => ({ do: 'buy', cart: index });
const units = { do: 'read', through: 'get_item' } as const;
const cancel = { do: 'cancel', order: 'ord_1' } as const;
const [sold, canceled, soldOut] = [{ seen: 'sold' as const }, { seen: 'canceled' as const }, { error: 'out_of_stock' }];

describe('stock', () => {
  test.each<[string, boolean, Row<StockInput, { seen: number | 'sold' | 'canceled' } | { error: string }>[]]>([
    [
      'accepts one of two purchases of the last unit',
      true,
      [
        [0, 9, buy(1), sold],
        [1, 8, buy(2), soldOut],
        [10, 11, units, { seen: 0 }],
      ],
    ],
    [
      'rejects two purchases of the last unit',
      false,
      [
        [0, 9, buy(1), sold],
        [1, 8, buy(2), sold],
      ],
    ],
    ['rejects a purchase that found nothing beside a unit', false, [[0, 1, buy(1), soldOut]]],
    [
      'accepts the sale of a canceled unit',
      true,
      [
        [0, 1, buy(1), sold],
        [2, 9, cancel, canceled],
        [3, 8, buy(2), sold],
      ],
    ],
    [
      'rejects an order that is canceled twice',
      false,
      [
        [0, 1, buy(1), sold],
        [2, 9, cancel, canceled],
        [3, 8, cancel, canceled],
      ],
    ],
    [
      'rejects a correction that forgets another',
      false,
      [
        [0, 9, { do: 'move', by: 1 }, { seen: 2 }],
        [1, 8, { do: 'move', by: 1 }, { seen: 2 }],
      ],
    ],
    [
      'accepts a correction below zero as an error',
      true,
      [[0, 1, { do: 'move', by: -2 }, { error: 'stock_below_zero' }]],
    ],
    [
      'accepts one of two counts',
      true,
      [
        [0, 9, { do: 'set', to: 3, expected: 1 }, { seen: 3 }],
        [1, 8, { do: 'set', to: 2, expected: 1 }, { error: 'stock_moved' }],
      ],
    ],
    [
      'rejects both of two counts',
      false,
      [
        [0, 9, { do: 'set', to: 3, expected: 1 }, { seen: 3 }],
        [1, 8, { do: 'set', to: 2, expected: 1 }, { seen: 2 }],
      ],
    ],
  ])('%s', (_name, isRight, rows) => expect(isLinearizable(STOCK, rows)).toBe(isRight));
});

const ORDER = orderModel(1);
const order = (version: number, status: OrderState['status'], payment: OrderState['payment'] = 'pending') => ({
  seen: { status, payment, version },
});
type OrderOutput = ReturnType<typeof order> | { seen: 'canceled' } | { error: string };

describe('an order', () => {
  test.each<[string, boolean, Row<OrderInput, OrderOutput>[]]>([
    [
      'accepts a hold and its release',
      true,
      [
        [0, 1, { do: 'hold' }, order(2, 'on_hold')],
        [2, 3, { do: 'release' }, order(3, 'processing')],
      ],
    ],
    [
      'accepts one of two holds',
      true,
      [
        [0, 9, { do: 'hold' }, order(2, 'on_hold')],
        [1, 8, { do: 'hold' }, { error: 'order_already_on_hold' }],
      ],
    ],
    [
      'rejects both of two holds',
      false,
      [
        [0, 9, { do: 'hold' }, order(2, 'on_hold')],
        [1, 8, { do: 'hold' }, order(2, 'on_hold')],
      ],
    ],
    [
      'accepts a read between the writes of a cancellation',
      true,
      [
        [0, 9, { do: 'cancel' }, canceled],
        [0, 9, { do: 'void' }, order(3, 'canceled', 'voided')],
        [1, 2, { do: 'read' }, order(2, 'canceled')],
      ],
    ],
    [
      'rejects a hold of a canceled order',
      false,
      [
        [0, 1, { do: 'cancel' }, canceled],
        [0, 1, { do: 'void' }, order(3, 'canceled', 'voided')],
        [2, 3, { do: 'hold' }, order(4, 'on_hold')],
      ],
    ],
    [
      'rejects a cancellation without its second write',
      false,
      [
        [0, 1, { do: 'cancel' }, canceled],
        [0, 1, { do: 'void' }, order(3, 'canceled', 'voided')],
        [2, 3, { do: 'read' }, order(2, 'canceled')],
      ],
    ],
    ['rejects a guarded hold of another version', false, [[0, 1, { do: 'hold', ifMatch: 4 }, order(2, 'on_hold')]]],
  ])('%s', (_name, isRight, rows) => expect(isLinearizable(ORDER, rows)).toBe(isRight));
});

const submit = (receipt: string): LogInput => ({ do: 'submit', receipt });
const enter = (leaf: number): LogInput => ({ do: 'enter', leaf });
const list = { do: 'list' } as const;
const size = { do: 'checkpoint' } as const;
const entered = { seen: 'entered' };
type LogOutput = { seen: string | number | (readonly [string, number])[] };

describe('a receipt log', () => {
  test.each<[string, boolean, Leaf[], Row<LogInput, LogOutput>[]]>([
    [
      'accepts a receipt that is submitted twice',
      true,
      ['a'],
      [
        [0, 9, submit('a'), { seen: 'a' }],
        [1, 8, submit('a'), { seen: 'a' }],
        [10, 11, size, { seen: 8 }],
      ],
    ],
    [
      'rejects a second leaf of a receipt',
      false,
      ['a', 'a'],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, submit('a'), { seen: 'a' }],
        [4, 5, size, { seen: 9 }],
      ],
    ],
    ['rejects an accepted receipt without a leaf', false, [], [[0, 1, submit('a'), { seen: 'a' }]]],
    [
      'rejects a list without an accepted receipt',
      false,
      ['a'],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, list, { seen: [] }],
      ],
    ],
    [
      'rejects a log that shrinks',
      false,
      ['a'],
      [
        [0, 9, submit('a'), { seen: 'a' }],
        [1, 2, size, { seen: 8 }],
        [3, 4, size, { seen: 7 }],
      ],
    ],
    [
      'accepts overlapping receipts in either order',
      true,
      ['b', 'a'],
      [
        [0, 9, submit('a'), { seen: 'a' }],
        [1, 8, submit('b'), { seen: 'b' }],
        [
          10,
          11,
          list,
          {
            seen: [
              ['b', 7],
              ['a', 8],
            ],
          },
        ],
      ],
    ],
    [
      'rejects receipts in another order than they were accepted',
      false,
      ['b', 'a'],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, submit('b'), { seen: 'b' }],
      ],
    ],
    [
      'accepts entries of orders before, between and after receipts',
      true,
      [null, 'a', null, 'b', null],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, size, { seen: 10 }],
        [4, 5, submit('b'), { seen: 'b' }],
        [
          6,
          7,
          list,
          {
            seen: [
              ['a', 8],
              ['b', 10],
            ],
          },
        ],
        [8, 9, size, { seen: 12 }],
        ...[0, 2, 4].map((leaf) => [0, 9, enter(leaf), entered] as const),
      ],
    ],
    [
      'rejects a log that shrinks by an entry',
      false,
      ['a', null],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, size, { seen: 9 }],
        [4, 5, size, { seen: 8 }],
        [0, 9, enter(1), entered],
      ],
    ],
    [
      'rejects a receipt at the place of an entry',
      false,
      ['a', null],
      [
        [0, 1, submit('a'), { seen: 'a' }],
        [2, 3, list, { seen: [['a', 8]] }],
        [0, 9, enter(1), entered],
      ],
    ],
  ])('%s', (_name, isRight, leaves, rows) => expect(isLinearizable(logModel(7, leaves), rows)).toBe(isRight));
});

const NUMBERS = numbersModel(1001, 1001);
const place = (index: number): NumbersInput => ({ do: 'place', cart: index });

describe('order numbers', () => {
  test.each<[string, boolean, Row<NumbersInput, { seen: number | number[] }>[]]>([
    [
      'accepts overlapping orders in either order',
      true,
      [
        [0, 9, place(1), { seen: 1003 }],
        [1, 8, place(2), { seen: 1002 }],
        [10, 11, list, { seen: [1001, 1002, 1003] }],
      ],
    ],
    [
      'rejects numbers in another order than the orders',
      false,
      [
        [0, 1, place(1), { seen: 1003 }],
        [2, 3, place(2), { seen: 1002 }],
      ],
    ],
    [
      'rejects a number of two orders',
      false,
      [
        [0, 9, place(1), { seen: 1002 }],
        [1, 8, place(2), { seen: 1002 }],
      ],
    ],
    ['rejects a gap', false, [[0, 1, place(1), { seen: 1003 }]]],
    [
      'rejects a list without a placed order',
      false,
      [
        [0, 1, place(1), { seen: 1002 }],
        [2, 3, list, { seen: [1001] }],
      ],
    ],
  ])('%s', (_name, isRight, rows) => expect(isLinearizable(NUMBERS, rows)).toBe(isRight));
});
