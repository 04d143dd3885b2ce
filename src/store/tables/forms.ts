import { z } from 'zod';
import { TOTAL_TYPES } from '../../domain/checkout/totals.js';
import { once } from '../../domain/values/once.js';
import { WEBHOOK_EVENT_TYPES } from '../../domain/webhook/event-types.js';

export const instant = z.int();
export const amount = z.int();
export const text = z.string();
export const maybe = <T extends z.ZodType>(of: T) => z.exactOptional(of);

/** Members that every row has. */
export const created = { created_at: instant, version: z.int().min(1) };
export const stamps = { ...created, updated_at: instant };
export const tenant = { id: text, organization_id: text, name: text, ...stamps };

const postal = once(() => ({
  address_locality: text.optional(),
  address_region: text.optional(),
  extended_address: text.optional(),
  first_name: text.optional(),
  last_name: text.optional(),
  full_name: text.optional(),
  phone_number: text.optional(),
  postal_code: text.optional(),
  street_address: text.optional(),
}));

export const postalAddress = once(() => z.strictObject({ address_country: text.optional(), ...postal() }));

export const destination = once(() =>
  z.strictObject({ address_country: text, instructions: text.optional(), ...postal() }),
);

export const buyer = once(() =>
  z.strictObject({
    email: text.optional(),
    first_name: text.optional(),
    full_name: text.optional(),
    last_name: text.optional(),
    phone_number: text.optional(),
  }),
);

export const shippingPrice = once(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('flat'), amount }),
    z.strictObject({ type: z.literal('per_item'), base: amount, amount }),
    z.strictObject({
      type: z.literal('by_weight'),
      steps: z.array(z.strictObject({ up_to_grams: z.int(), amount })),
    }),
  ]),
);

export const fees = once(() =>
  z.array(
    z.strictObject({
      id: text,
      title: text,
      price: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('fixed'), amount }),
        z.strictObject({ type: z.literal('percent'), value_ppm: z.int() }),
      ]),
      countries: maybe(z.array(text)),
      below_subtotal: maybe(amount),
      tax_category: text,
    }),
  ),
);

export const itemOptions = once(() => z.array(z.strictObject({ name: text, value: text })));

export const properties = once(() => z.array(z.strictObject({ name: text, value: text })));

export const totals = once(() => z.array(z.strictObject({ type: z.enum(TOTAL_TYPES), amount })));

export const instrument = once(() =>
  z.strictObject({
    id: text,
    handler_id: text,
    type: maybe(text),
    brand: maybe(text),
    last_digits: maybe(text),
    expiry_month: maybe(z.int()),
    expiry_year: maybe(z.int()),
    rich_card_art: maybe(text),
    rich_text_description: maybe(text),
    billing_address: maybe(postalAddress()),
  }),
);

const agreed = once(() => z.strictObject({ version: text, capabilities: z.record(text, text), listens: z.boolean() }));

/** Members about the platform that acts for a buyer. */
export const platform = once(() => ({
  profile: text,
  proven: z.boolean(),
  account: maybe(text),
  agreed: maybe(agreed()),
}));

export const platformPart = once(() =>
  z.strictObject({
    ...platform(),
    cart_id: maybe(text),
    answered_total: maybe(amount),
    method: maybe(z.enum(['shipping', 'pickup'])),
    destination_id: maybe(text),
    context: maybe(
      z.strictObject({
        address_country: maybe(text),
        address_region: maybe(text),
        postal_code: maybe(text),
        intent: maybe(text),
        language: maybe(text),
        currency: maybe(text),
        eligibility: maybe(z.array(text)),
      }),
    ),
    consent: maybe(
      z.strictObject({
        analytics: maybe(z.boolean()),
        preferences: maybe(z.boolean()),
        marketing: maybe(z.boolean()),
        sale_of_data: maybe(z.boolean()),
      }),
    ),
    attribution: maybe(z.record(z.string(), text)),
    instrument: maybe(instrument()),
  }),
);

export const lines = once(() =>
  z.array(
    z.strictObject({
      id: text,
      item_id: text,
      quantity: z.int(),
      parent_id: maybe(text),
      properties: properties(),
      seen_price: amount,
    }),
  ),
);

export const webhookEvents = once(() => z.array(z.enum(WEBHOOK_EVENT_TYPES)).nullable());
