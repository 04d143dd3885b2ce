import { discount } from '../../fixtures.js';
import type { RefundCase } from './case.js';

const MUGS_AND_SHIRT = {
  goods: { mug: [1000, 3], shirt: [1000, 1] },
  paid: { mug: 3000, shirt: 1000 },
} as const;

/** Returns of units, before and after their money was refunded. */
export const GOODS_BACK: readonly RefundCase[] = [
  {
    ...MUGS_AND_SHIRT,
    name: 'units returned after a full refund are not refunded again',
    working: 'all 4000 were refunded before',
    steps: [
      { shipped: { mug: 3, shirt: 1 } },
      { of: 'the order', gives: { mug: [3, 3000], shirt: [1, 1000] } },
      { of: { mug: 2, shirt: 1 }, type: 'return', gives: { mug: [2, 0], shirt: [1, 0] } },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 0] } },
      { of: { mug: 1 }, type: 'return', refused: 'invalid_request' },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'units returned while their refund is pending are not refunded again',
    working: 'a refund of 3000 is pending; when it has failed, 3000 / 3 x 3 = 3000 can be refunded again',
    steps: [
      { shipped: { mug: 3 } },
      { of: { mug: 3 }, gives: { mug: [3, 3000] }, handler: 'fails later' },
      { of: { mug: 3 }, type: 'return', gives: { mug: [3, 0] } },
      { handler: 'answers' },
      { of: { mug: 3 }, gives: { mug: [3, 3000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a return refunds those of its units that were not refunded before',
    working: '3000 / 3 = 1000 was refunded for one; of the 3 returned units, the other 2 have 2000 left',
    steps: [
      { shipped: { mug: 3 } },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { of: { mug: 3 }, type: 'return', gives: { mug: [3, 2000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a return with amount 0 leaves the value of the other units unchanged',
    working: 'the 1000 of one unit was refunded before its return; 2 x 1000 are left for the other two',
    steps: [
      { shipped: { mug: 3 } },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { of: { mug: 1 }, type: 'return', amount: 0, gives: { mug: [1, 0] } },
      { of: { mug: 2 }, type: 'return', gives: { mug: [2, 2000] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'the amount of a return is limited to what is left of its lines',
    working: '3000 - 3000 = 0',
    steps: [
      { shipped: { mug: 3 } },
      { of: { mug: 3 }, gives: { mug: [3, 3000] } },
      { of: { mug: 1 }, type: 'return', amount: 1, refused: 'adjustment_exceeds_paid' },
      { of: { mug: 1 }, amount: 0, refused: 'invalid_request' },
    ],
  },
  {
    name: 'units that cost nothing can be returned too',
    goods: { card: [0, 2], mug: [1000, 1] },
    working: 'the cards were free',
    paid: { card: 0, mug: 1000 },
    steps: [
      { shipped: { card: 2, mug: 1 } },
      { of: { card: 1 }, gives: { card: [1, 0] } },
      { of: { card: 1 }, type: 'return', gives: { card: [1, 0] } },
      { of: { card: 1, mug: 1 }, type: 'return', gives: { card: [1, 0], mug: [1, 1000] } },
    ],
  },
];

/** Partial refunds, some of which fail at the handler. */
export const FAILING: readonly RefundCase[] = [
  {
    name: 'after a failed partial refund, the others still add up to the amount paid',
    goods: { sticker: [200, 1], mug: [67, 3] },
    working: '201 - 1 = 200 for the mugs: 200 / 3 = 66.67 -> 67; 133 - 67 = 66; the first fails; 200 - 66 = 134',
    paid: { sticker: 200, mug: 200 },
    discounts: [discount('OFF', { kind: 'fixed', amount: 1, item_ids: ['mug'] })],
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 67] }, handler: 'fails later' },
      { of: { mug: 1 }, gives: { mug: [1, 66] } },
      { handler: 'answers' },
      { of: { mug: 2 }, gives: { mug: [2, 134] } },
      { of: { mug: 1 }, refused: 'invalid_request' },
    ],
  },
  {
    name: 'a unit refunded for a lower amount stays at that amount when another refund fails',
    goods: { mug: [1000, 3] },
    working: '1000 - 900 = 100 are kept; the other two are refunded 2000, in parts that fail at first',
    paid: { mug: 3000 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1000] }, handler: 'fails later' },
      { of: { mug: 1 }, amount: 900, gives: { mug: [1, 900] } },
      { handler: 'answers' },
      { of: { mug: 2 }, gives: { mug: [2, 2000] }, handler: 'fails' },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
      { of: { mug: 1 }, gives: { mug: [1, 1000] } },
    ],
  },
];
