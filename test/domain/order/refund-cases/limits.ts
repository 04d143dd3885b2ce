import { discount } from '../../fixtures.js';
import type { RefundCase } from './case.js';
import { FAILING, GOODS_BACK } from './goods-back.js';

const MUGS_AND_SHIRT = {
  goods: { mug: [1000, 3], shirt: [1000, 1] },
  paid: { mug: 3000, shirt: 1000 },
} as const;

/** Refunds by amount, and the limits of refunds. */
export const LIMITS: readonly RefundCase[] = [
  {
    ...MUGS_AND_SHIRT,
    name: 'an amount is spread over the lines by what is left of each, and counts no units',
    working: '500 x 3000 / 4000 = 375; 500 - 375 = 125; then 100 x 2625 / 3500 = 75 and 25',
    steps: [
      { of: 'the order', amount: 500, gives: { mug: [0, 375], shirt: [0, 125] } },
      { of: 'the order', amount: 100, gives: { mug: [0, 75], shirt: [0, 25] } },
    ],
  },
  {
    name: 'an amount over three equal lines',
    goods: { a: [1000, 1], b: [1000, 1], c: [1000, 1] },
    working:
      '100 / 3 = 33.33 each, and the remaining cent goes to the first; then 1 by 966 : 967 : 967 goes to the second',
    paid: { a: 1000, b: 1000, c: 1000 },
    steps: [
      { of: 'the order', amount: 100, gives: { a: [0, 34], b: [0, 33], c: [0, 33] } },
      { of: 'the order', amount: 1, gives: { b: [0, 1] } },
    ],
  },
  {
    name: 'an amount, then units, then all',
    goods: { mug: [1600, 3], shirt: [2000, 1] },
    discounts: [discount('TEN', { value_ppm: 100_000 })],
    shipping: 599,
    working:
      '500 x 4743 / 6719 = 352.95 and 147.05 -> 353 + 147; 4743 / 3 = 1581; 4743 - 353 - 1581 = 2809; 1976 - 147 = 1829',
    paid: { mug: 4743, shirt: 1976 },
    steps: [
      { of: 'the order', amount: 500, gives: { mug: [0, 353], shirt: [0, 147] } },
      { of: { mug: 1 }, gives: { mug: [1, 1581] } },
      { of: 'the order', gives: { mug: [2, 2809], shirt: [1, 1829] } },
      { of: 'the order', refused: 'order_not_payable' },
    ],
  },
  {
    name: 'an amount for units of two lines',
    goods: { mug: [1600, 3], shirt: [2000, 1] },
    discounts: [discount('TEN', { value_ppm: 100_000 })],
    shipping: 599,
    working: '1000 x 4743 / 6719 = 705.91 and 294.09 -> 706 + 294',
    paid: { mug: 4743, shirt: 1976 },
    steps: [{ of: { mug: 1, shirt: 1 }, amount: 1000, gives: { mug: [1, 706], shirt: [1, 294] } }],
  },
  {
    name: 'the value of units is limited to what is left of their line',
    goods: { mug: [1000, 3], shirt: [1000, 1] },
    working: '3000 - 2500 = 500, less than 1000; then 0',
    paid: { mug: 3000, shirt: 1000 },
    steps: [
      { of: { mug: 1 }, amount: 2500, gives: { mug: [1, 2500] } },
      { of: { mug: 1 }, gives: { mug: [1, 500] } },
      { of: { mug: 1 }, refused: 'adjustment_exceeds_paid' },
      { of: 'the order', gives: { mug: [1, 0], shirt: [1, 1000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'the rest of the value of a unit that was refunded for less can be refunded with the order',
    working: '3000 x 3 / 3 - 3000 x 1 / 3 = 2000; 3000 - 900 - 2000 = 100',
    steps: [
      { of: { mug: 1 }, amount: 900, gives: { mug: [1, 900] } },
      { of: { mug: 2 }, gives: { mug: [2, 2000] } },
      { of: { mug: 1 }, refused: 'invalid_request' },
      { of: 'the order', gives: { mug: [0, 100], shirt: [1, 1000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a refund is limited to what is left of the order and of its lines',
    working: '3000 + 1000 = 4000',
    steps: [
      { of: 'the order', amount: 4001, refused: 'adjustment_exceeds_paid' },
      { of: { mug: 3 }, amount: 3001, refused: 'adjustment_exceeds_paid' },
      { of: { mug: 1 }, amount: 3000, gives: { mug: [1, 3000] } },
      { of: { mug: 2 }, amount: 1, refused: 'adjustment_exceeds_paid' },
      { of: 'the order', amount: 1001, refused: 'adjustment_exceeds_paid' },
      { of: 'the order', amount: 1000, gives: { shirt: [0, 1000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'only units that were moved can be returned',
    working: '2 of 3 were moved; 3000 / 3 = 1000',
    steps: [
      { of: { mug: 1 }, type: 'return', refused: 'invalid_request' },
      { shipped: { mug: 2 } },
      { of: { mug: 3 }, type: 'return', refused: 'invalid_request' },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 1000] } },
      { of: { mug: 2 }, type: 'return', refused: 'invalid_request' },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 1000] } },
      { of: { mug: 1 }, type: 'return', refused: 'invalid_request' },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'units that were moved can be returned after another unit was refunded',
    working: '1 of 3 was refunded before shipment; the other 2 were moved, and neither was refunded',
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { shipped: { mug: 2 } },
      { of: { mug: 2 }, type: 'return', gives: { mug: [2, 2000] } },
      { of: { mug: 1 }, type: 'return', refused: 'invalid_request' },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a return must name its units',
    working: 'without line_items, the returned units are unknown',
    steps: [
      { of: 'the order', type: 'return', refused: 'invalid_request' },
      { of: 'the order', type: 'return', amount: 500, refused: 'invalid_request' },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'each unit is refunded once',
    working: '3 - 2 = 1',
    steps: [
      { shipped: { mug: 3, shirt: 1 } },
      { of: { mug: 2 }, type: 'return', gives: { mug: [2, 2000] } },
      { of: { mug: 2 }, refused: 'invalid_request' },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { of: { mug: 1 }, refused: 'invalid_request' },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 0] } },
      { of: { mug: 1 }, type: 'return', refused: 'invalid_request' },
    ],
  },
  ...GOODS_BACK,
  ...FAILING,
  {
    ...MUGS_AND_SHIRT,
    name: 'a failed refund is not counted',
    working: '3000 / 3 = 1000, twice; 3000 - 1000 = 2000',
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1000] }, handler: 'fails' },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { of: 'the order', gives: { mug: [2, 2000], shirt: [1, 1000] }, handler: 'fails' },
      { of: 'the order', gives: { mug: [2, 2000], shirt: [1, 1000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a pending refund counts like a completed one',
    working: '4000 - 1500 = 2500',
    steps: [
      { of: { mug: 2 }, amount: 1500, gives: { mug: [2, 1500] }, handler: 'waits' },
      { of: 'the order', amount: 2501, refused: 'adjustment_exceeds_paid' },
      { of: { mug: 2 }, refused: 'invalid_request' },
      { of: 'the order', gives: { mug: [1, 1500], shirt: [1, 1000] }, handler: 'waits' },
      { of: 'the order', amount: 1, refused: 'adjustment_exceeds_paid' },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a cancellation refunds all that is left',
    working: '3000 - 700 = 2300',
    steps: [
      { of: { mug: 1 }, amount: 700, gives: { mug: [1, 700] } },
      { canceled: { mug: [2, 2300], shirt: [1, 1000] } },
      { of: 'the order', refused: 'order_not_payable' },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a line must belong to the order',
    working: 'there are mugs and a shirt',
    steps: [{ of: { cup: 1 }, refused: 'invalid_request' }],
  },
];
