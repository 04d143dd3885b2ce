import { z } from 'zod';
import { CHECKOUT_STATUSES } from '../domain/checkout/status.js';
import { TOTAL_TYPES } from '../domain/checkout/totals.js';
import { address, buyerAnswer, checkoutOrder, message, property } from './checkout.js';
import { amount, answer } from './primitives.js';

/** A checkout as returned to agents: the members of variant F that they need to continue (docs/mcp.md, Answers). */

const summaryLine = answer({
  id: z.string().optional().describe('The value for line_item_id, while the checkout is open'),
  item_id: z.string(),
  title: z.string().describe('With what the variant has: T-shirt (M)'),
  unit_price: amount('With the chosen properties, minor units'),
  quantity: z.int(),
  properties: z.array(property).optional(),
  parent_id: z.string().optional(),
  total: amount('Minor units'),
});

const titled = answer({ title: z.string(), amount: amount('Minor units') });

/** A delivery option that can be selected. */
export const optionLine = answer({
  id: z.string().describe('The value for selected_option_id'),
  title: z.string(),
  price: amount('Minor units'),
  days: z.string().describe("The promised days in the shop's time zone, as people read them"),
});

export const checkoutSummary = answer({
  id: z.string(),
  status: z.enum(CHECKOUT_STATUSES),
  currency: z.string().describe('ISO 4217'),
  line_items: z.array(summaryLine),
  totals: z
    .partialRecord(z.enum(TOTAL_TYPES), z.int())
    .describe('Minor units by type; the others add up to `total`, discounts are negative'),
  total_text: z.string().optional().describe('The total as people read it'),
  discounts: z.array(titled).optional().describe('Discounts that reduce the price, minor units above zero'),
  fees: z.array(titled).optional().describe('What the total `fee` is made of, minor units'),
  buyer: buyerAnswer.optional(),
  destination: address.extend({ name: z.string().optional() }).optional(),
  options: z.array(optionLine).optional().describe('To choose from, until one is selected'),
  selected_option_id: z.string().optional(),
  selected_days: z.string().optional().describe('The promised days of the selected option'),
  messages: z.array(message.omit({ path: true })).describe('What to do next; errors block completing'),
  continue_url: z.string().optional().describe('Where the buyer can pay, or must act'),
  handlers: z.array(z.string()).optional().describe('The values for handler_id, when the checkout is ready'),
  order: checkoutOrder.optional(),
});

export type OptionLine = z.infer<typeof optionLine>;
export type CheckoutSummary = z.infer<typeof checkoutSummary>;
