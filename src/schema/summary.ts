import { z } from 'zod';
import { amount, answer } from './primitives.js';
import { taxLines } from './tax-line.js';

const sums = {
  orders: z.int().describe('Orders that were placed'),
  gross: amount('What the buyers were to pay, minor units'),
  net: amount('`gross` without the tax'),
  subtotal: amount('Goods before discounts'),
  discounts: amount('Taken off'),
  delivery: amount('Shipping and pickup'),
  fees: amount('Fees'),
  tax: amount('All tax, in the prices or on top'),
  tax_lines: taxLines.describe('`tax` by rate and jurisdiction, as ordered'),
  tax_of_unknown_rate: amount(
    'The part of `tax` whose rate is not known, of orders that were placed with an earlier version',
  ),
  canceled: amount('Never paid, since it was canceled or came back before'),
  paid: amount('Received: paid or captured, even if it was given back later'),
  refunds: amount('Given back, as the payment handlers have confirmed'),
  disputes: amount('Lost in disputes'),
};

/** A shop's sales over a range of days. Each order, with its refunds, counts for the day on which it was placed. */
export const shopSummary = answer({
  from: z.string().describe('First day'),
  to: z.string().describe('Last day'),
  time_zone: z.string(),
  currency: z.string(),
  ...sums,
  days: z.array(answer({ date: z.string(), ...sums })).describe('The days on which orders were placed, oldest first'),
});

export type ShopSummary = z.infer<typeof shopSummary>;
