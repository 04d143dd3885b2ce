import type { WorkedCase } from './case.js';

const TO_US = { to: 'US', option: 'post' } as const;
const BY_WEIGHT = { ...TO_US, shipping: ['post: 549 to 2000 g, 1049 to 10000 g'] } as const;

/** Prices of delivery options. */
export const SHIPPING: readonly WorkedCase[] = [
  {
    name: 'a flat rate does not depend on the quantity',
    ...TO_US,
    lines: ['mug: 1000 x 7'],
    shipping: ['post: 500'],
    working: ['1000 x 7 = 7000', '7000 + 500 = 7500'],
    totals: { subtotal: 7000, fulfillment: 500, total: 7500 },
  },
  {
    name: 'before an option is selected there is no fulfillment',
    to: 'US',
    lines: ['mug: 1000 x 1'],
    shipping: ['post: 500'],
    working: ['1000 x 1 = 1000'],
    totals: { subtotal: 1000, total: 1000 },
  },
  {
    name: 'a rate per item has a base and an amount for each unit',
    ...TO_US,
    lines: ['mug: 1000 x 2', 'cup: 500 x 3'],
    shipping: ['post: 300 + 150 each'],
    working: ['1000 x 2 + 500 x 3 = 3500', '2 + 3 = 5', '300 + 150 x 5 = 1050', '3500 + 1050 = 4550'],
    totals: { subtotal: 3500, fulfillment: 1050, total: 4550 },
  },
  {
    name: 'a rate per item without a base',
    ...TO_US,
    lines: ['mug: 1000 x 4'],
    shipping: ['post: 0 + 199 each'],
    working: ['1000 x 4 = 4000', '0 + 199 x 4 = 796', '4000 + 796 = 4796'],
    totals: { subtotal: 4000, fulfillment: 796, total: 4796 },
  },
  {
    name: 'digital units do not count for a rate per item',
    ...TO_US,
    lines: ['mug: 1000 x 2', 'ebook: 1200 x 3, digital'],
    shipping: ['post: 300 + 150 each'],
    working: ['1000 x 2 + 1200 x 3 = 5600', '300 + 150 x 2 = 600', '5600 + 600 = 6200'],
    totals: { subtotal: 5600, fulfillment: 600, total: 6200 },
  },
  {
    name: 'a weight exactly at a step',
    ...BY_WEIGHT,
    lines: ['mug: 1000 x 4, 500 g'],
    working: ['weight: 4 x 500 = 2000', '1000 x 4 = 4000', '4000 + 549 = 4549'],
    totals: { subtotal: 4000, fulfillment: 549, total: 4549 },
  },
  {
    name: 'a weight one gram above a step',
    ...BY_WEIGHT,
    lines: ['mug: 1000 x 4, 500 g', 'stamp: 10 x 1, 1 g'],
    working: ['weight: 4 x 500 + 1 = 2001', '1000 x 4 + 10 x 1 = 4010', '4010 + 1049 = 5059'],
    totals: { subtotal: 4010, fulfillment: 1049, total: 5059 },
  },
  {
    name: 'a parcel without weight has the price of the first step',
    ...BY_WEIGHT,
    lines: ['stamp: 10 x 3'],
    working: ['10 x 3 = 30', '30 + 549 = 579'],
    totals: { subtotal: 30, fulfillment: 549, total: 579 },
  },
  {
    name: 'a parcel heavier than all steps is not offered the rate',
    ...BY_WEIGHT,
    lines: ['mug: 1000 x 21, 500 g'],
    working: ['weight: 21 x 500 = 10500', '10500 g is above 10000 g; nothing is selected', '1000 x 21 = 21000'],
    totals: { subtotal: 21000, total: 21000 },
  },
  {
    name: 'a pickup location can have a price',
    lines: ['mug: 1000 x 2'],
    pickup: ['counter: 250 in US-OR'],
    option: 'counter',
    working: ['1000 x 2 = 2000', '2000 + 250 = 2250'],
    totals: { subtotal: 2000, fulfillment: 250, total: 2250 },
  },
  {
    name: 'an option that costs nothing is listed with 0',
    lines: ['mug: 1000 x 2'],
    pickup: ['counter: 0 in US-OR'],
    option: 'counter',
    working: ['1000 x 2 = 2000', '2000 + 0 = 2000'],
    totals: { subtotal: 2000, fulfillment: 0, total: 2000 },
  },
  {
    name: 'a digital cart has its option from the start',
    lines: ['ebook: 1200 x 1, digital'],
    working: ['1200 + 0 = 1200'],
    totals: { subtotal: 1200, fulfillment: 0, total: 1200 },
  },
];
