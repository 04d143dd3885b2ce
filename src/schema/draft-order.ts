import { z } from 'zod';
import { CHECKOUT_STATUSES } from '../domain/checkout/status.js';
import { checkoutF } from './checkout.js';
import { amount, answer, dateTime } from './primitives.js';

/** An entry in the list of draft orders (docs/orders.md, Draft orders). */
export const draftOrder = answer({
  id: z.string().describe('Also the id of its checkout'),
  status: z.enum(CHECKOUT_STATUSES).describe('That of its checkout: completed once it is an order'),
  created_at: dateTime('When it was drafted'),
  expires_at: dateTime('Until when the link works'),
  mailed_at: dateTime('When somebody last had the link mailed; absent if it was not').optional(),
  drafted_by: z.string().describe('Id of the staff member or key that drafted it'),
  note: z.string().optional().describe("The merchant's note, which the order keeps"),
  buyer_email: z.string().optional(),
  buyer_name: z.string().optional(),
  currency: z.string(),
  total: amount('Minor units, at present prices'),
  item_count: z.int().describe('Units over all lines'),
  continue_url: z.string().describe('The page where the buyer checks and pays it'),
  order_id: z.string().optional().describe('The order, once it is paid'),
  adds_to: z.string().optional().describe('The order with which it is sent'),
});

export const draftWithCheckout = draftOrder.extend({ checkout: checkoutF });

export type DraftOrder = z.infer<typeof draftOrder>;
export type DraftWithCheckout = z.infer<typeof draftWithCheckout>;
