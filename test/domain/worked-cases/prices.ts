import type { WorkedCase } from './case.js';

/**
 * The unit price is the item's price with the deltas of the chosen properties; the subtotal is the unit price times the
 * quantity.
 */
export const PRICES: readonly WorkedCase[] = [
  {
    name: 'price times quantity',
    lines: ['mug: 1600 x 2', 'tee: 2500 x 3'],
    working: ['mug: 1600 x 2 = 3200', 'tee: 2500 x 3 = 7500', '3200 + 7500 = 10700'],
    totals: { subtotal: 10700, total: 10700 },
  },
  {
    name: 'a property adds to the price of each unit',
    lines: ['tee: 2500 (+300) x 2'],
    working: ['(2500 + 300) x 2 = 5600'],
    totals: { subtotal: 5600, total: 5600 },
  },
  {
    name: 'a property reduces the price of each unit',
    lines: ['tee: 2500 (-250) x 4'],
    working: ['(2500 - 250) x 4 = 9000'],
    totals: { subtotal: 9000, total: 9000 },
  },
  {
    name: 'several properties add up',
    lines: ['tee: 2500 (+300)(-50) x 3'],
    working: ['(2500 + 300 - 50) x 3 = 8250'],
    totals: { subtotal: 8250, total: 8250 },
  },
  {
    name: 'a property reduces the price to 0',
    lines: ['sample: 500 (-500) x 3', 'tee: 2500 x 1'],
    working: ['(500 - 500) x 3 + 2500 x 1 = 2500'],
    totals: { subtotal: 2500, total: 2500 },
  },
  {
    name: 'a unit price is never below zero',
    lines: ['sample: 500 (-600) x 2', 'tee: 2500 x 1'],
    working: ['500 - 600 = -100', 'below zero it is 0', '0 x 2 + 2500 x 1 = 2500'],
    totals: { subtotal: 2500, total: 2500 },
  },
  {
    name: 'a discount applies to the price with its properties',
    lines: ['tee: 2500 (+300) x 1'],
    discounts: ['TEN: 10 % off tee'],
    working: ['2500 + 300 = 2800', '10 % of 2800 = 280', '2800 - 280 = 2520'],
    totals: { subtotal: 2800, items_discount: -280, total: 2520 },
    per_line: { items_discount: [280] },
  },
  {
    name: 'tax applies to the price with its properties',
    lines: ['tee: 2500 (-100) x 2'],
    tax: ['US 7.25 %'],
    to: 'US',
    working: ['(2500 - 100) x 2 = 4800', '7.25 % of 4800 = 348', '4800 + 348 = 5148'],
    totals: { subtotal: 4800, tax: 348, total: 5148 },
    per_line: { tax: [348] },
  },
];
