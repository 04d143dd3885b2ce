import type { RefundCase } from './case.js';

const MUGS_AND_SHIRT = {
  goods: { mug: [1000, 3], shirt: [1000, 1] },
  paid: { mug: 3000, shirt: 1000 },
} as const;

/** Partial cancellations, refunds before shipment, and returns before payment. */
export const PARTS: readonly RefundCase[] = [
  {
    ...MUGS_AND_SHIRT,
    name: 'some units of a paid order are canceled, and then all others',
    working: '3000 / 3 = 1000 for one; then 2000 + 1000',
    steps: [
      { canceled: { mug: [1, 1000] }, units: { mug: 1 } },
      { stands: ['processing', 'partially_refunded'], units: { mug: [0, 1, 0], shirt: [0, 0, 0] } },
      { canceled: { mug: [2, 2000], shirt: [1, 1000] } },
      { stands: ['canceled', 'refunded'], units: { mug: [0, 3, 0], shirt: [0, 1, 0] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'the order is fulfilled when a part was shipped and the rest is canceled',
    working: '3000 / 3 x 2 = 2000 and 1000',
    steps: [
      { shipped: { mug: 1 } },
      { canceled: { mug: [2, 2000], shirt: [1, 1000] }, units: { mug: 2, shirt: 1 } },
      { stands: ['fulfilled', 'partially_refunded'], units: { mug: [1, 2, 0], shirt: [0, 1, 0] } },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 1000] } },
      { stands: ['fulfilled', 'refunded'], units: { mug: [1, 2, 1], shirt: [0, 1, 0] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'units refunded before shipment are canceled, and a refund covers shipped units last',
    working: '3 x 1000: two units are in the shop, and one was shipped',
    steps: [
      { shipped: { mug: 1 } },
      { of: { mug: 3 }, gives: { mug: [3, 3000] } },
      { stands: ['partially_fulfilled', 'partially_refunded'], units: { mug: [1, 2, 0], shirt: [0, 0, 0] } },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 0] } },
      { stands: ['partially_fulfilled', 'partially_refunded'], units: { mug: [1, 2, 1], shirt: [0, 0, 0] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a refund by amount cancels no units',
    working: '4000 by amount: 3000 : 1000',
    steps: [
      { of: 'the order', amount: 4000, gives: { mug: [0, 3000], shirt: [0, 1000] } },
      { stands: ['processing', 'refunded'], units: { mug: [0, 0, 0], shirt: [0, 0, 0] } },
      { canceled: { mug: [1, 0] }, units: { mug: 1 } },
      { stands: ['processing', 'refunded'], units: { mug: [0, 1, 0], shirt: [0, 0, 0] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    name: 'a failed refund leaves its units canceled, and can be requested again',
    working: '3000 / 3 x 2 = 2000, twice',
    steps: [
      { of: { mug: 2 }, gives: { mug: [2, 2000] }, handler: 'fails' },
      { stands: ['processing', 'paid'], units: { mug: [0, 2, 0], shirt: [0, 0, 0] } },
      { of: { mug: 2 }, gives: { mug: [2, 2000] } },
      { stands: ['processing', 'partially_refunded'], units: { mug: [0, 2, 0], shirt: [0, 0, 0] } },
      { shipped: { mug: 1, shirt: 1 } },
      { stands: ['fulfilled', 'partially_refunded'], units: { mug: [1, 2, 0], shirt: [1, 0, 0] } },
    ],
  },
  {
    ...MUGS_AND_SHIRT,
    due: true,
    name: 'canceled and returned units of an unpaid order are no longer owed',
    working: '3000 / 3 x 2 = 2000; then units worth 1000 and 1000 are returned, so nothing is owed',
    steps: [
      { canceled: { mug: [2, 2000] }, units: { mug: 2 } },
      { stands: ['processing', 'pending'], units: { mug: [0, 2, 0], shirt: [0, 0, 0] } },
      { shipped: { mug: 1, shirt: 1 } },
      { of: { mug: 1 }, type: 'return', gives: { mug: [1, 1000] } },
      { stands: ['fulfilled', 'pending'], units: { mug: [1, 2, 1], shirt: [1, 0, 0] } },
      { of: { shirt: 1 }, type: 'return', gives: { shirt: [1, 1000] } },
      { voided: true },
      { stands: ['fulfilled', 'voided'], units: { mug: [1, 2, 1], shirt: [1, 0, 1] } },
    ],
  },
];
