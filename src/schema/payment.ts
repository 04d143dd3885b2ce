import { z } from 'zod';
import { billingAddress } from './address.js';
import { id, text } from './primitives.js';

/**
 * A secret of the instrument, passed to the handler and then gone. Raw card numbers have no place
 * here: no built-in handler takes them.
 */
const credential = z.strictObject({
  type: text(50, 'Kind of credential; the sandbox takes "token"'),
  token: text(2000, 'The token that the payment provider gave').optional(),
});

const instrument = z.strictObject({
  id: id('Your id of the instrument'),
  handler_id: id('Id from payment.handlers of the checkout'),
  type: z.enum(['card']).optional().describe('Kind of instrument'),
  brand: text(50, 'Card brand, such as "visa"').optional(),
  last_digits: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'takes the last 1 to 4 digits' })
    .optional()
    .describe('Last four digits'),
  expiry_month: z.int().min(1).max(12).optional().describe('1 to 12'),
  expiry_year: z.int().min(2000).max(2200).optional().describe('Four digits'),
  billing_address: billingAddress.optional().describe('Default: the billing address of the checkout'),
  credential: credential.optional(),
});

/** `payment` of complete_checkout (docs/api.md, Complete). */
export const paymentInput = z.strictObject({
  instruments: z
    .array(instrument)
    .min(1)
    .max(10)
    .describe('The first is used unless selected_instrument_id names another'),
  selected_instrument_id: id('Which of the instruments to use').optional(),
});

export type PaymentInput = z.output<typeof paymentInput>;
