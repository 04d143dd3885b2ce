import { z } from 'zod';
import { amount, answer } from './primitives.js';

/** Tax on a line, the delivery or the total (docs/money.md, Tax). */
export const taxLine = answer({
  rate_ppm: z.int().describe('Parts per million, 72500 = 7.25 %'),
  jurisdiction: z.string().describe('Whose rate it is: a country, or a country and its region, such as US-WA'),
  category: z.string().describe('Tax category'),
  taxable_amount: amount('What is taxed, after discounts and without the tax, minor units'),
  amount: amount('The tax, minor units'),
  included: z.boolean().describe('True: a part of the prices. False: on top'),
});

export const taxLines = z.array(taxLine).describe('The tax by rate; empty where no rate applies');
