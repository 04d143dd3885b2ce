import { z } from 'zod';
import { amount, answer } from './primitives.js';

/** Discounts of a checkout or order (UCP, Discount Extension). */
export const appliedDiscounts = answer({
  codes: z.array(z.string()).describe('The codes that were entered'),
  applied: z
    .array(
      answer({
        code: z.string().optional().describe('Absent for automatic discounts'),
        title: z.string(),
        amount: amount('Reduction, above zero, minor units'),
        automatic: z.boolean(),
        method: z
          .enum(['each', 'across'])
          .describe('each: of each line by itself; across: spread by what the lines cost'),
        priority: z.int().describe('1 = taken first'),
        allocations: z
          .array(answer({ path: z.string().describe('RFC 9535 JSONPath'), amount: amount('Minor units') }))
          .describe('Where the amount goes; they add up to it'),
      }),
    )
    .describe('Discounts that reduce the price'),
});
