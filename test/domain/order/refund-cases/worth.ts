import { discount } from '../../fixtures.js';
import type { RefundCase } from './case.js';

const TEN = discount('TEN', { value_ppm: 100_000 });
const off = (amount: number) => discount('OFF', { kind: 'fixed', amount });

export const THE_EXAMPLE: RefundCase = {
  name: 'the example of docs/orders.md',
  goods: { mug: [1600, 3], shirt: [2000, 1] },
  discounts: [TEN],
  shipping: 599,
  working:
    '10 % of 6800 = 680, by 4800 : 2000 = 480 + 200; 599 x 4320 / 6120 = 422.82 and 176.18 -> 423 + 176; 4743 / 3 = 1581',
  paid: { mug: 4743, shirt: 1976 },
  steps: [{ of: { mug: 1 }, gives: { mug: [1, 1581] } }],
};

/** The value of units that are refunded without an amount. */
export const WORTH: readonly RefundCase[] = [
  THE_EXAMPLE,
  {
    name: 'units of two lines at once',
    goods: { mug: [1600, 3], shirt: [2000, 1] },
    discounts: [TEN],
    shipping: 599,
    working: 'as in the example; 2 x 1581 = 3162',
    paid: { mug: 4743, shirt: 1976 },
    steps: [{ of: { shirt: 1, mug: 2 }, gives: { mug: [2, 3162], shirt: [1, 1976] } }],
  },
  {
    name: '10.00 over three units, one by one',
    goods: { mug: [333, 3] },
    shipping: 1,
    working: '999 + 1 = 1000; 1000 / 3 = 333.33 -> 333; 2000 / 3 = 666.67 -> 667, 667 - 333 = 334; 1000 - 667 = 333',
    paid: { mug: 1000 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 333] } },
      { of: { mug: 1 }, gives: { mug: [1, 334] } },
      { of: { mug: 1 }, gives: { mug: [1, 333] } },
    ],
  },
  {
    name: '10.00 over three units, two and then one',
    goods: { mug: [333, 3] },
    shipping: 1,
    working: '2000 / 3 = 666.67 -> 667; 1000 - 667 = 333',
    paid: { mug: 1000 },
    steps: [
      { of: { mug: 2 }, gives: { mug: [2, 667] } },
      { of: { mug: 1 }, gives: { mug: [1, 333] } },
    ],
  },
  {
    name: '1 cent over three units',
    goods: { sticker: [1, 3], mug: [1000, 1] },
    discounts: [discount('OFF', { kind: 'fixed', amount: 2, item_ids: ['sticker'] })],
    working: '3 - 2 = 1; 2 / 3 = 0.67 -> 1; 1 - 1 = 0',
    paid: { sticker: 1, mug: 1000 },
    steps: [{ of: { sticker: 2 }, gives: { sticker: [2, 1] } }],
  },
  {
    name: '2 cents over three units',
    goods: { sticker: [1, 3], mug: [1000, 1] },
    discounts: [discount('OFF', { kind: 'fixed', amount: 1, item_ids: ['sticker'] })],
    working: '3 - 1 = 2; 2 / 3 = 0.67 -> 1; 2 - 1 = 1',
    paid: { sticker: 2, mug: 1000 },
    steps: [
      { of: { sticker: 1 }, gives: { sticker: [1, 1] } },
      { of: { sticker: 2 }, gives: { sticker: [2, 1] } },
    ],
  },
  {
    name: 'a half is rounded up',
    goods: { mug: [4, 2] },
    discounts: [off(1)],
    working: '8 - 1 = 7; 7 / 2 = 3.5 -> 4; 7 - 4 = 3',
    paid: { mug: 7 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 4] } },
      { of: { mug: 1 }, gives: { mug: [1, 3] } },
    ],
  },
  {
    name: '9,999 units',
    goods: { bead: [1, 9999] },
    shipping: 1,
    working: '9999 + 1 = 10000; 10000 x 5000 / 9999 = 5000.50 -> 5001; 10000 - 5001 = 4999',
    paid: { bead: 10_000 },
    steps: [
      { of: { bead: 5000 }, gives: { bead: [5000, 5001] } },
      { of: { bead: 4999 }, gives: { bead: [4999, 4999] } },
    ],
  },
  {
    name: 'a discount on named items',
    goods: { mug: [995, 3], shirt: [2000, 1] },
    discounts: [discount('MUGS', { value_ppm: 100_000, item_ids: ['mug'] })],
    working: '10 % of 2985 = 298.5 -> 299; 2986 - 300 = 2686; 2686 / 3 = 895.33 -> 895; 5372 / 3 = 1790.67 -> 1791',
    paid: { mug: 2686, shirt: 2000 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 895] } },
      { of: { mug: 1 }, gives: { mug: [1, 896] } },
      { of: { mug: 1 }, gives: { mug: [1, 895] } },
      { of: { shirt: 1 }, gives: { shirt: [1, 2000] } },
    ],
  },
  {
    name: 'a fixed discount over three equal lines',
    goods: { a: [1000, 1], b: [1000, 1], c: [1000, 1] },
    discounts: [off(1000)],
    working: '1000 / 3 = 333.33 each, and the remaining cent goes to the first: 334 + 333 + 333; 666, 667, 667',
    paid: { a: 666, b: 667, c: 667 },
    steps: [
      { of: { b: 1 }, gives: { b: [1, 667] } },
      { of: { a: 1 }, gives: { a: [1, 666] } },
      { of: { c: 1 }, gives: { c: [1, 667] } },
    ],
  },
  {
    name: 'free shipping adds nothing to a refund',
    goods: { mug: [1000, 2] },
    discounts: [discount('SHIP', { kind: 'free_shipping' })],
    shipping: 500,
    working: '500 - 500 = 0; 2000 / 2 = 1000',
    paid: { mug: 2000 },
    steps: [{ of: { mug: 1 }, gives: { mug: [1, 1000] } }],
  },
];
