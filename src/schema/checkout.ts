import { z } from 'zod';
import { CHECKOUT_STATUSES } from '../domain/checkout/status.js';
import { TOTAL_TYPES } from '../domain/checkout/totals.js';
import { FULFILLMENT_TYPES } from '../domain/shop/item.js';
import { appliedDiscounts } from './applied-discount.js';
import { fees } from './fee.js';
import { amount, answer, dateTime } from './primitives.js';
import { taxLines } from './tax-line.js';

/** Responses with the checkout in variant F; variant B is derived from it (view/base-variant.ts). */

export const total = answer({
  type: z.enum(TOTAL_TYPES),
  amount: amount('Minor units; discounts are negative'),
  display_text: z.string().optional().describe('The amount as people read it'),
});

export const property = answer({ name: z.string(), value: z.string() });

export const itemOptions = z.array(answer({ name: z.string(), value: z.string() }));

export const propertySpec = answer({
  name: z.string(),
  required: z.boolean(),
  values: z.array(answer({ value: z.string(), price_delta: amount('Minor units'), description: z.string() })),
  description: z.string(),
});

export const lineItemItem = answer({
  id: z.string(),
  title: z.string(),
  price: amount('Unit price with the chosen properties, minor units'),
  image_url: z.string().optional(),
});

const line = answer({
  id: z.string(),
  item: lineItemItem,
  options: itemOptions.optional().describe('Options of this variant'),
  minimum_age: z.int().optional().describe('Age in years that the buyer must confirm'),
  quantity: z.int().min(1),
  parent_id: z.string().optional(),
  properties: z.array(property),
  totals: z.array(total),
  tax_lines: taxLines,
  property_specs: z.array(propertySpec).describe('Properties that the item accepts'),
});

const addressParts = {
  address_country: z.string().optional(),
  address_locality: z.string().optional(),
  address_region: z.string().optional(),
  extended_address: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  phone_number: z.string().optional(),
  postal_code: z.string().optional(),
  street_address: z.string().optional(),
};

export const address = answer(addressParts);

export const billingAddress = address.extend({ full_name: z.string().optional() });

const optionTotal = answer({ type: z.string(), amount: amount('Minor units'), display_text: z.string() });

const option = answer({
  id: z.string().describe('The value for selected_option_id'),
  title: z.string(),
  carrier: z.string().optional(),
  description: z.string(),
  totals: z.array(optionTotal),
  earliest_fulfillment_time: dateTime('Earliest promised time'),
  latest_fulfillment_time: dateTime('Latest promised time'),
  days: z.string().describe("The promised days in the shop's time zone, as people read them"),
});

const fulfillment = answer({
  available_methods: z.array(
    answer({
      line_item_ids: z.array(z.string()),
      type: z.string(),
      description: z.string(),
      fulfillable_on: z.string().nullable(),
    }),
  ),
  methods: z.array(
    answer({
      id: z.string(),
      line_item_ids: z.array(z.string()),
      type: z.string(),
      selected_destination_id: z.string().nullable(),
      destinations: z.array(
        answer({ id: z.string(), ...addressParts, address: address.optional(), name: z.string().optional() }),
      ),
      groups: z.array(
        answer({
          id: z.string(),
          line_item_ids: z.array(z.string()),
          selected_option_id: z.string().nullable(),
          options: z.array(option),
        }),
      ),
    }),
  ),
  tax_lines: taxLines.describe('The tax on the price of the option, by rate; empty where no rate applies'),
});

/** An entry in the list of delivery methods (docs/checkout.md, Fulfillment). */
export const fulfillmentMethod = answer({
  ...option.shape,
  method_type: z.enum(FULFILLMENT_TYPES),
  line_item_ids: z.array(z.string()),
});

export const instrument = answer({
  id: z.string(),
  handler_id: z.string(),
  type: z.enum(['card']),
  brand: z.string(),
  last_digits: z.string(),
  expiry_month: z.int().optional(),
  expiry_year: z.int().optional(),
  rich_card_art: z.string().optional(),
  rich_text_description: z.string().optional(),
  billing_address: billingAddress.optional(),
});

const payment = answer({
  handlers: z.array(
    answer({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      spec: z.string(),
      config: z.record(z.string(), z.unknown()),
      config_schema: z.string(),
      instrument_schemas: z.array(z.string()),
    }),
  ),
  instruments: z.array(instrument).optional(),
  selected_instrument_id: z.string().optional(),
});

export const message = answer({
  type: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  content: z.string(),
  path: z.string().describe('RFC 9535 JSONPath into the checkout'),
  severity: z.enum(['recoverable', 'requires_buyer_review', 'requires_buyer_input', 'unrecoverable']).optional(),
});

export const buyerAnswer = answer({
  email: z.string().optional(),
  first_name: z.string().optional(),
  full_name: z.string().optional(),
  last_name: z.string().optional(),
  phone_number: z.string().optional(),
});

/** The order that resulted from a completed checkout. */
export const checkoutOrder = answer({ id: z.string(), permalink_url: z.string() });

const link = answer({ type: z.string(), url: z.string(), title: z.string().optional() });

const shared = {
  id: z.string(),
  currency: z.string().describe('ISO 4217'),
  totals: z.array(total).describe('The entries before `total` add up to it'),
  buyer: buyerAnswer.optional(),
  links: z.array(link),
  payment,
};

export const checkoutF = answer({
  ...shared,
  status: z.enum(CHECKOUT_STATUSES),
  line_items: z.array(line),
  tax_lines: taxLines,
  fees,
  discounts: appliedDiscounts,
  billing_address: billingAddress.optional(),
  ucp: answer({ version: z.string(), capabilities: z.record(z.string(), z.array(answer({ version: z.string() }))) }),
  context: answer({
    address_country: z.string(),
    address_region: z.string().optional(),
    postal_code: z.string().optional(),
    currency: z.string(),
    language: z.string(),
  }),
  fulfillment,
  messages: z.array(message).describe('What to do next; errors block completing'),
  order: checkoutOrder.optional(),
  continue_url: z.string().optional().describe('Page where the buyer can continue in a browser'),
  expires_at: dateTime('6 hours after the last change'),
});

export const checkoutB = answer({
  ...shared,
  line_items: z.array(line.omit({ options: true, property_specs: true, tax_lines: true })),
  ucp: answer({
    version: z.string(),
    capabilities: z.array(answer({ name: z.string(), version: z.string(), extends: z.string().optional() })),
  }),
});

export type FulfillmentMethod = z.infer<typeof fulfillmentMethod>;
export type CheckoutF = z.infer<typeof checkoutF>;
export type CheckoutB = z.infer<typeof checkoutB>;
