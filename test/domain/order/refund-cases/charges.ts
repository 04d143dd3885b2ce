import { discount } from '../../fixtures.js';
import type { RefundCase } from './case.js';

const TEN = discount('TEN', { value_ppm: 100_000 });

/** Value of units in orders with tax, shipping and free lines. */
export const CHARGES: readonly RefundCase[] = [
  {
    name: 'tax on top, 7.25 %',
    goods: { mug: [1999, 3] },
    tax: 72_500,
    working: '7.25 % of 5997 = 434.78 -> 435; 5997 + 435 = 6432; 6432 / 3 = 2144',
    paid: { mug: 6432 },
    steps: [{ of: { mug: 1 }, gives: { mug: [1, 2144] } }],
  },
  {
    name: 'tax on top of a discounted price',
    goods: { mug: [1999, 3] },
    discounts: [TEN],
    tax: 72_500,
    working:
      '10 % of 5997 = 599.7 -> 600; 7.25 % of 5397 = 391.28 -> 391; 5397 + 391 = 5788; 5788 / 3 = 1929.33 -> 1929; 11576 / 3 = 3858.67 -> 3859',
    paid: { mug: 5788 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1929] } },
      { of: { mug: 1 }, gives: { mug: [1, 1930] } },
      { of: { mug: 1 }, gives: { mug: [1, 1929] } },
    ],
  },
  {
    name: 'tax on top of the shipping too',
    goods: { mug: [1000, 1], shirt: [3000, 1] },
    shipping: 500,
    tax: 72_500,
    tax_on_shipping: true,
    working:
      '1000 + 72.5 -> 1073; 3000 + 217.5 -> 3218; 500 + 36.25 -> 536; 536 x 1073 / 4291 = 134.03 and 401.97 -> 134 + 402',
    paid: { mug: 1207, shirt: 3620 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1207] } },
      { of: 'the order', gives: { shirt: [1, 3620] } },
    ],
  },
  {
    name: 'two rates on top: shipping is spread by the prices of the lines with their tax',
    goods: { book: [1000, 1, 'books'], mug: [1000, 1] },
    shipping: 226,
    tax: { books: 70_000, standard: 190_000 },
    working: '1070 + 1190 = 2260; 226 x 1070 / 2260 = 107; 226 x 1190 / 2260 = 119',
    paid: { book: 1177, mug: 1309 },
    steps: [{ of: { book: 1, mug: 1 }, gives: { book: [1, 1177], mug: [1, 1309] } }],
  },
  {
    name: 'a fee is shared by all lines, shipping only by lines that are shipped',
    goods: { mug: [1000, 1], ebook: [3000, 1, 'digital'] },
    shipping: 500,
    fee: 400,
    working: '400 x 1000 / 4000 = 100; 400 x 3000 / 4000 = 300; 1000 + 500 + 100 = 1600; 3000 + 300 = 3300',
    paid: { mug: 1600, ebook: 3300 },
    steps: [
      { of: { ebook: 1 }, gives: { ebook: [1, 3300] } },
      { of: 'the order', gives: { mug: [1, 1600] } },
    ],
  },
  {
    name: 'a fee and its tax on top are spread by units if all goods cost nothing',
    goods: { mug: [0, 3], shirt: [0, 1] },
    tax: 100_000,
    fee: 400,
    working: '10 % of 400 = 40; 440 x 3 / 4 = 330; 440 / 4 = 110',
    paid: { mug: 330, shirt: 110 },
    steps: [{ of: { mug: 1 }, gives: { mug: [1, 110] } }],
  },
  {
    name: 'tax included, 19 %',
    goods: { mug: [1190, 2] },
    shipping: 595,
    tax: 190_000,
    tax_on_shipping: true,
    prices_include_tax: true,
    working: '2380 + 595 = 2975; 2975 / 2 = 1487.5 -> 1488; 2975 - 1488 = 1487',
    paid: { mug: 2975 },
    steps: [
      { of: { mug: 1 }, gives: { mug: [1, 1488] } },
      { of: { mug: 1 }, gives: { mug: [1, 1487] } },
    ],
  },
  {
    name: 'tax included, after a discount',
    goods: { mug: [1190, 2] },
    discounts: [TEN],
    shipping: 490,
    tax: 190_000,
    prices_include_tax: true,
    working: '2380 - 238 = 2142; 2142 + 490 = 2632; 2632 / 2 = 1316',
    paid: { mug: 2632 },
    steps: [{ of: { mug: 1 }, gives: { mug: [1, 1316] } }],
  },
  {
    name: 'only the shipping was paid',
    goods: { sample: [0, 2] },
    shipping: 500,
    working: '500 / 2 = 250',
    paid: { sample: 500 },
    steps: [{ of: { sample: 1 }, gives: { sample: [1, 250] } }],
  },
  {
    name: 'all goods are discounted to 0, so shipping is spread by units',
    goods: { mug: [1000, 3], shirt: [2000, 1] },
    discounts: [discount('ALL', { value_ppm: 1_000_000 })],
    shipping: 500,
    working: '500 x 3 / 4 = 375; 500 / 4 = 125; 375 / 3 = 125',
    paid: { mug: 375, shirt: 125 },
    steps: [{ of: { mug: 1, shirt: 1 }, gives: { mug: [1, 125], shirt: [1, 125] } }],
  },
  {
    name: 'a free line bears no shipping if another line has a price',
    goods: { sample: [0, 2], mug: [1000, 1] },
    shipping: 500,
    working: '500 by 0 : 1000 = 0 + 500',
    paid: { sample: 0, mug: 1500 },
    steps: [
      { of: { sample: 1 }, gives: { sample: [1, 0] } },
      { of: { sample: 1 }, amount: 1, refused: 'adjustment_exceeds_paid' },
      { of: 'the order', gives: { sample: [1, 0], mug: [1, 1500] } },
    ],
  },
  {
    name: 'a digital line has no share of the shipping',
    goods: { mug: [1000, 1], ebook: [1000, 1, 'digital'] },
    shipping: 500,
    working: '1000 + 500 = 1500; 1000 + 0 = 1000',
    paid: { mug: 1500, ebook: 1000 },
    steps: [
      { of: { ebook: 1 }, gives: { ebook: [1, 1000] } },
      { of: { mug: 1 }, gives: { mug: [1, 1500] } },
    ],
  },
  {
    name: 'free goods bear the shipping if all other lines are digital',
    goods: { ebook: [900, 1, 'digital'], sample: [0, 3] },
    shipping: 500,
    working: '500 x 3 / 3 = 500; 500 / 3 = 166.67 -> 167; 1000 / 3 = 333.33 -> 333, 333 - 167 = 166; 500 - 333 = 167',
    paid: { ebook: 900, sample: 500 },
    steps: [
      { of: { sample: 1 }, gives: { sample: [1, 167] } },
      { of: { sample: 1 }, gives: { sample: [1, 166] } },
      { of: { sample: 1 }, gives: { sample: [1, 167] } },
    ],
  },
  {
    name: 'the price of pickup is borne by the lines that are picked up',
    goods: { mug: [1000, 2], ebook: [500, 1, 'digital'] },
    pickup: 250,
    working: '2000 + 250 = 2250; 2250 / 2 = 1125',
    paid: { mug: 2250, ebook: 500 },
    steps: [{ of: { mug: 1 }, gives: { mug: [1, 1125] } }],
  },
];
