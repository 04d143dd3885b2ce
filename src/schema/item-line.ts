import { z } from 'zod';
import { CONDITIONS } from '../domain/shop/condition.js';
import { itemOptions } from './checkout.js';
import { AVAILABILITIES, varies } from './item.js';
import { amount, answer } from './primitives.js';

/** A search result as returned to agents: name, price and stock (docs/mcp.md, Answers). */
export const itemLine = answer({
  id: z.string().describe('The item id for add_line_items'),
  title: z.string(),
  condition: z.enum(CONDITIONS).optional().describe('Absent for new goods'),
  description: z.string().optional().describe('The beginning of it'),
  price: amount('Minor units, before property deltas'),
  currency: z.string().describe('ISO 4217'),
  availability: z.enum(AVAILABILITIES),
  quantity: z.int().optional().describe('Units left, where they are counted'),
  properties: z
    .array(
      answer({
        name: z.string(),
        required: z.literal(true).optional(),
        values: z.array(z.string()).optional().describe('The choices; absent if any text is accepted'),
      }),
    )
    .optional(),
  options: itemOptions.optional().describe('Options of this variant'),
  varies: varies.optional().describe('What the other variants have; get_item lists them'),
});

export type ItemLine = z.infer<typeof itemLine>;
