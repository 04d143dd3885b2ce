import { z } from 'zod';
import { FAILED_PAYMENTS } from '../domain/checkout/checkout.js';
import { property } from './checkout.js';
import { amount, answer, dateTime } from './primitives.js';

const abandonedLine = answer({
  item_id: z.string(),
  title: z.string().describe('With what the variant has: T-shirt (M)'),
  quantity: z.int(),
  properties: z.array(property).optional(),
  unit_price: amount('With the chosen properties, minor units, at present prices'),
  total: amount('Minor units, before discounts and tax'),
});

/** An entry in the list of abandoned carts (docs/orders.md, Abandoned carts). */
export const abandonedCart = answer({
  id: z.string().describe('Id of the checkout'),
  deployment_id: z.string(),
  created_at: dateTime('When it was first filled'),
  updated_at: dateTime('Its last change'),
  buyer_email: z.string().optional(),
  buyer_name: z.string().optional(),
  marketing_consent: z
    .boolean()
    .optional()
    .describe('Consent of the buyer to marketing, if a platform stated it. Nobody else asks for it'),
  failed_payment: z
    .enum(FAILED_PAYMENTS)
    .optional()
    .describe('How the last payment ended, if it ended after its call: declined, or expired without an outcome'),
  currency: z.string().describe('ISO 4217'),
  line_items: z.array(abandonedLine),
  item_count: z.int().describe('Units over all lines'),
  subtotal: amount('Goods before discounts, tax and delivery; minor units, at present prices'),
  continue_url: z.string().optional().describe('The page where the buyer can fill a new cart with these lines'),
});

export type AbandonedCart = z.infer<typeof abandonedCart>;
