import { z } from 'zod';
import { addressMembers, id } from './shared-contract.js';

/** API document, CheckoutLink: no other members. */
export const checkoutLink = z.strictObject({
  type: z.string(),
  url: z.string(),
  title: z.string().optional(),
});

/** API document, CheckoutPayment `handlers`: all members required, no others; `config` is free-form. */
export const paymentHandler = z.strictObject({
  config: z.record(z.string(), z.unknown()),
  config_schema: z.string(),
  id,
  instrument_schemas: z.array(z.string()),
  name: z.string(),
  spec: z.string(),
  version: z.string(),
});

/** API document, CheckoutPayment `billing_address`: ten optional strings. */
const billingAddress = z.strictObject({ ...addressMembers, full_name: z.string().optional() });

/**
 * API document, CheckoutPayment `instruments` without `credential`: credentials are never returned (docs/paying.md,
 * Complete), so one in a response counts as an unknown member.
 */
export const paymentInstrument = z.strictObject({
  handler_id: id,
  id,
  type: z.literal('card'),
  brand: z.string(),
  last_digits: z.string(),
  billing_address: billingAddress.optional(),
  expiry_month: z.int().optional(),
  expiry_year: z.int().optional(),
  rich_card_art: z.string().optional(),
  rich_text_description: z.string().optional(),
});

/** API document, CheckoutPayment. */
export const checkoutPayment = z.strictObject({
  handlers: z.array(paymentHandler),
  instruments: z.array(paymentInstrument).optional(),
  selected_instrument_id: z.string().optional(),
});
