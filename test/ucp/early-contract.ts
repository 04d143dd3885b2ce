import { z } from 'zod';

/** Schemas of the responses of 2026-01-11, written by hand because the published schemas do not compile. */
export const VERSION = '2026-01-11';

const amount = z.int().min(0);
const totals = z.array(
  z.strictObject({
    type: z.enum(['items_discount', 'subtotal', 'discount', 'fulfillment', 'tax', 'fee', 'total']),
    amount,
  }),
);
export const handler = z.strictObject({
  id: z.string(),
  name: z.string().regex(/^[a-z0-9]+(\.[a-z0-9_]+)+$/),
  version: z.iso.date(),
  spec: z.url(),
  config_schema: z.url(),
  instrument_schemas: z.array(z.url()),
  config: z.looseObject({}),
});
const instrument = z.strictObject({
  id: z.string(),
  handler_id: z.string(),
  type: z.string(),
  brand: z.string().optional(),
  last_digits: z.string().optional(),
  expiry_month: z.int().optional(),
  expiry_year: z.int().optional(),
  rich_text_description: z.string().optional(),
  rich_card_art: z.string().optional(),
  billing_address: z.looseObject({}).optional(),
});
const message = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('error'),
    code: z.string(),
    content: z.string(),
    path: z.string().optional(),
    severity: z.enum(['recoverable', 'requires_buyer_input', 'requires_buyer_review']),
  }),
  z.strictObject({ type: z.literal('warning'), code: z.string(), content: z.string(), path: z.string().optional() }),
]);
const group = z.strictObject({
  id: z.string(),
  line_item_ids: z.array(z.string()),
  selected_option_id: z.string().nullable(),
  options: z.array(z.looseObject({ id: z.string(), title: z.string(), description: z.string().optional() })),
});
export const checkout = z.strictObject({
  ucp: z.strictObject({
    version: z.literal(VERSION),
    capabilities: z.array(z.strictObject({ name: z.string(), version: z.literal(VERSION) })).min(1),
  }),
  id: z.string(),
  status: z.enum([
    'incomplete',
    'requires_escalation',
    'ready_for_complete',
    'complete_in_progress',
    'completed',
    'canceled',
  ]),
  currency: z.string().length(3),
  line_items: z.array(
    z.strictObject({
      id: z.string(),
      item: z.strictObject({ id: z.string(), title: z.string(), price: amount, image_url: z.url().optional() }),
      quantity: z.int().min(1),
      totals,
    }),
  ),
  totals,
  buyer: z
    .strictObject({
      email: z.string(),
      full_name: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.string(),
      consent: z.record(z.enum(['analytics', 'preferences', 'marketing', 'sale_of_data']), z.boolean().optional()),
    })
    .partial()
    .optional(),
  discounts: z.strictObject({
    codes: z.array(z.string()),
    applied: z.array(z.looseObject({ title: z.string(), amount: z.int().min(1) })),
  }),
  fulfillment: z.strictObject({
    methods: z.array(
      z.strictObject({
        id: z.string(),
        type: z.enum(['shipping', 'pickup']),
        line_item_ids: z.array(z.string()),
        destinations: z.array(z.looseObject({ id: z.string() })),
        selected_destination_id: z.string().nullable(),
        groups: z.array(group).length(1),
      }),
    ),
    available_methods: z.array(z.looseObject({ type: z.enum(['shipping', 'pickup']) })),
  }),
  messages: z.array(message),
  links: z.array(z.strictObject({ type: z.string(), url: z.url(), title: z.string().optional() })),
  payment: z.strictObject({
    handlers: z.array(handler),
    instruments: z.array(instrument),
    selected_instrument_id: z.string().optional(),
  }),
  continue_url: z.url().optional(),
  expires_at: z.iso.datetime().optional(),
  order: z.strictObject({ id: z.string(), permalink_url: z.url() }).optional(),
});

const units = z.array(z.strictObject({ id: z.string(), quantity: z.int().min(1) }));

/** The order in an event for a platform. */
export const order = z.strictObject({
  ucp: z.strictObject({
    version: z.literal(VERSION),
    capabilities: z.tuple([z.strictObject({ name: z.literal('dev.ucp.shopping.order'), version: z.literal(VERSION) })]),
  }),
  id: z.string(),
  checkout_id: z.string(),
  permalink_url: z.url(),
  line_items: z.array(
    z.strictObject({
      id: z.string(),
      item: z.strictObject({ id: z.string(), title: z.string(), price: amount, image_url: z.url().optional() }),
      quantity: z.strictObject({ total: amount, fulfilled: amount }),
      totals,
      status: z.enum(['processing', 'partial', 'fulfilled']),
      parent_id: z.string().optional(),
    }),
  ),
  fulfillment: z.strictObject({
    expectations: z.array(
      z.strictObject({
        id: z.string(),
        line_items: units,
        method_type: z.enum(['shipping', 'pickup', 'digital']),
        destination: z.looseObject({}),
        description: z.string().optional(),
        fulfillable_on: z.string().optional(),
      }),
    ),
    events: z.array(
      z.strictObject({
        id: z.string(),
        occurred_at: z.iso.datetime(),
        type: z.string(),
        line_items: units,
        tracking_number: z.string().optional(),
        tracking_url: z.url().optional(),
        carrier: z.string().optional(),
        description: z.string().optional(),
      }),
    ),
  }),
  adjustments: z
    .array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        occurred_at: z.iso.datetime(),
        status: z.enum(['pending', 'completed', 'failed']),
        line_items: units.optional(),
        amount: amount.optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
  totals,
  event_id: z.uuid(),
  created_time: z.iso.datetime(),
});
