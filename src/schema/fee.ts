import { z } from 'zod';
import { amount, answer } from './primitives.js';
import { taxLines } from './tax-line.js';

/** Fees of a checkout or order (docs/money.md, Fees). They add up to the total `fee`. */
export const fees = z
  .array(
    answer({
      id: z.string(),
      title: z.string(),
      amount: amount('Minor units; with the tax where prices include it'),
      tax_lines: taxLines,
    }),
  )
  .describe('What the total `fee` is made of');
