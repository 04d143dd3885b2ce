import { z } from 'zod';
import { address, billingAddress, buyerAnswer } from './checkout.js';
import { order } from './order.js';
import { answer, dateTime } from './primitives.js';

/** Result of erasing a person's data; it identifies nobody. */
export const erasureReport = answer({
  orders_erased: z.int().describe('Orders whose buyer was erased'),
  carts_erased: z.int().describe('Carts that were erased'),
  answers_removed: z.int().describe('Stored responses that were removed'),
  carts_kept: z.int().describe('Carts of the orders that keep their buyer, and carts that are being paid'),
  orders_kept: z
    .array(
      answer({
        order_id: z.string(),
        display_id: z.string(),
        because: z
          .enum(['retention', 'open_payment'])
          .describe('Within `order_retention_years`, or money is on its way'),
      }),
    )
    .describe('Orders that keep their buyer'),
  staff: z
    .enum(['none', 'erased', 'kept'])
    .describe('`erased`: a former staff member; `kept`: a present one, whom remove_staff removes first'),
  reasons_erased: z
    .int()
    .optional()
    .describe('Orders in which the reasons of the consumer were erased; only for `consumer_id`'),
});

/** All stored data of a person. */
export const personalData = answer({
  profiles: z
    .array(
      answer({
        full_name: z.string().optional(),
        phone_number: z.string().optional(),
        address: address.extend({ full_name: z.string().optional() }).optional(),
      }),
    )
    .describe('What the person saved for their assistants to fill in; at most one'),
  orders: z.array(order),
  carts: z.array(
    answer({
      id: z.string(),
      state: z.string(),
      created_at: dateTime('When it was created'),
      buyer_id: z.string().describe("The caller's reference for the buyer"),
      buyer: buyerAnswer.optional(),
      billing_address: billingAddress.optional(),
      destination: address.extend({ full_name: z.string().optional() }).optional(),
      instructions: z.string().optional(),
      line_items: z.array(
        answer({
          item_id: z.string(),
          quantity: z.int(),
          properties: z.array(answer({ name: z.string(), value: z.string() })),
        }),
      ),
    }),
  ),
});

export type ErasureReport = z.infer<typeof erasureReport>;
export type PersonalData = z.infer<typeof personalData>;
