import { z } from 'zod';
import { TOTAL_TYPES } from '../../src/domain/checkout/totals.js';
import { ADJUSTMENT_TYPES } from '../../src/domain/order/adjustment.js';
import { EVENT_TYPES } from '../../src/domain/order/event.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../src/domain/order/order.js';
import { DISCOUNT_KINDS } from '../../src/domain/shop/discount.js';
import { FULFILLMENT_TYPES } from '../../src/domain/shop/item.js';
import { SIGNING_KEY_STATUSES } from '../../src/domain/signing-key/signing-key.js';
import { SCOPES } from '../../src/domain/tenant/tenant.js';
import type { TableName, Tables } from '../../src/ports.js';
import { delivery, deliveryLane, receivers, webhook } from './webhook-forms.js';

/** The forms of stored rows. Each is held against its type by the compiler, and members that it does not name are refused. */

const instant = z.int();
const amount = z.int();
const text = z.string();
const maybe = <T extends z.ZodType>(of: T) => z.exactOptional(of);
const stamps = { created_at: instant, updated_at: instant, version: z.int().min(1) };
const tenant = { id: text, organization_id: text, name: text, ...stamps };
const days = z.strictObject({ min: z.int(), max: z.int() });

const postal = {
  address_locality: text.optional(),
  address_region: text.optional(),
  extended_address: text.optional(),
  first_name: text.optional(),
  last_name: text.optional(),
  full_name: text.optional(),
  phone_number: text.optional(),
  postal_code: text.optional(),
  street_address: text.optional(),
};
const postalAddress = z.strictObject({ address_country: text.optional(), ...postal });
const destination = z.strictObject({ address_country: text, instructions: text.optional(), ...postal });
const buyer = z.strictObject({
  email: text.optional(),
  first_name: text.optional(),
  full_name: text.optional(),
  last_name: text.optional(),
  phone_number: text.optional(),
});

const shippingPrice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('flat'), amount }),
  z.strictObject({ type: z.literal('per_item'), base: amount, amount }),
  z.strictObject({
    type: z.literal('by_weight'),
    steps: z.array(z.strictObject({ up_to_grams: z.int(), amount })),
  }),
]);

const fees = z.array(
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
);

const settings = z.strictObject({
  currency: text,
  country: text,
  language: text,
  time_zone: text,
  tax: z.strictObject({
    included: z.boolean(),
    on_shipping: z.boolean(),
    rates: z.array(z.strictObject({ country: text, region: maybe(text), category: maybe(text), rate_ppm: z.int() })),
  }),
  shipping: z.array(
    z.strictObject({
      id: text,
      title: text,
      carrier: text,
      description: maybe(text),
      zone: z.strictObject({
        countries: maybe(z.array(text)),
        regions: maybe(z.array(text)),
        postal_prefixes: maybe(z.array(text)),
      }),
      price: shippingPrice,
      free_from: maybe(amount),
      transit_days: days,
    }),
  ),
  pickup: z.array(
    z.strictObject({
      id: text,
      title: text,
      description: maybe(text),
      amount,
      address: postalAddress,
      ready_days: days,
    }),
  ),
  fees,
  payment_handlers: z.array(text),
  links: z.array(z.strictObject({ type: text, url: text, title: maybe(text) })),
  review_limit: amount.nullable(),
  order_retention_years: maybe(z.int()),
  order_link_days: maybe(z.int()),
  brand: maybe(
    z.strictObject({
      name: maybe(text),
      logo: maybe(text),
      accent_color: maybe(text),
      support_email: maybe(text),
      support_phone: maybe(text),
      imprint: maybe(z.strictObject({ name: maybe(text), address: maybe(postalAddress), tax_number: maybe(text) })),
    }),
  ),
  invoice: maybe(z.strictObject({ due_days: z.int(), instructions: maybe(text) })),
});

const shop = z.strictObject({
  ...tenant,
  description: text.nullable(),
  demo: z.boolean(),
  settings,
  order_links: maybe(text),
});

const itemOptions = z.array(z.strictObject({ name: text, value: text }));

const item = z.strictObject({
  shop_id: text,
  id: text,
  product_id: text.nullable(),
  options: itemOptions,
  title: text,
  description: text,
  gtin: text.nullable(),
  mpn: text.nullable(),
  brand: text.nullable(),
  categories: z.array(text),
  keywords: z.array(text),
  price: amount,
  image_url: text.nullable(),
  images: z.array(z.strictObject({ url: text, alt: text.nullable() })),
  backorder: z.strictObject({ days: z.int() }).nullable(),
  fulfillment_types: z.array(z.enum(FULFILLMENT_TYPES)),
  weight_grams: z.number(),
  tax_category: text,
  age_restricted: z.boolean(),
  minimum_age: maybe(z.number()),
  property_specs: z.array(
    z.strictObject({
      name: text,
      required: z.boolean(),
      description: text,
      values: z.array(z.strictObject({ value: text, price_delta: amount, description: text })),
    }),
  ),
  counted: z.boolean(),
  status: z.enum(['active', 'withdrawn']),
  ...stamps,
});

const discount = z.strictObject({
  shop_id: text,
  code: text,
  title: text,
  kind: z.enum(DISCOUNT_KINDS),
  value_ppm: maybe(z.int()),
  amount: maybe(amount),
  item_ids: maybe(z.array(text)),
  option_ids: maybe(z.array(text)),
  minimum_subtotal: maybe(amount),
  starts_at: maybe(instant),
  ends_at: maybe(instant),
  max_uses: maybe(z.int()),
  once_per_buyer: z.boolean(),
  combinable: z.boolean(),
  automatic: z.boolean(),
  ...stamps,
});

const instrument = z.strictObject({
  id: text,
  handler_id: text,
  type: maybe(text),
  brand: maybe(text),
  last_digits: maybe(text),
  expiry_month: maybe(z.int()),
  expiry_year: maybe(z.int()),
  rich_card_art: maybe(text),
  rich_text_description: maybe(text),
  billing_address: maybe(postalAddress),
});
const properties = z.array(z.strictObject({ name: text, value: text }));
const totals = z.array(z.strictObject({ type: z.enum(TOTAL_TYPES), amount }));
const units = z.array(z.strictObject({ id: text, quantity: z.int() }));

const seenTerms = z.strictObject({
  option: maybe(z.strictObject({ id: text, price: shippingPrice, free_from: maybe(amount) })),
  tax_included: z.boolean(),
  taxes: z.array(z.strictObject({ country: text, region: maybe(text), category: text, rate_ppm: maybe(z.int()) })),
  fees,
});

const agreed = z.strictObject({ version: text, capabilities: z.record(text, text), listens: z.boolean() });
const platform = { profile: text, proven: z.boolean(), agreed: maybe(agreed) };

const rules = z.union([z.literal(1), z.literal(2)]);

const platformPart = z.strictObject({
  ...platform,
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
  instrument: maybe(instrument),
});

const lines = z.array(
  z.strictObject({
    id: text,
    item_id: text,
    quantity: z.int(),
    parent_id: maybe(text),
    properties,
    seen_price: amount,
  }),
);

const checkout = z.strictObject({
  id: text,
  shop_id: text,
  deployment_id: text,
  buyer_id: text,
  platform: maybe(platformPart),
  state: z.enum(['open', 'paying', 'completed', 'canceled']),
  lines,
  buyer: maybe(buyer),
  buyer_key: maybe(text),
  billing_address: maybe(postalAddress),
  destination: maybe(destination),
  selected_option_id: maybe(text),
  dropped_option_id: maybe(text),
  discount_codes: z.array(text),
  approved: maybe(text),
  age_confirmed: maybe(z.union([z.boolean(), z.number()])),
  seen: maybe(seenTerms),
  attempt: maybe(
    z.strictObject({
      id: text,
      handler_id: text,
      amount,
      currency: text,
      started_at: instant,
      instrument: maybe(instrument),
      repeatable: maybe(z.strictObject({ id: text, fingerprint: text })),
      voiding: maybe(z.enum(['cancel', 'reopen'])),
    }),
  ),
  frozen: maybe(
    z.strictObject({
      shop,
      items: z.array(item),
      discounts: z.array(discount),
      codes: maybe(z.array(text)),
      priced_at: instant,
      rules,
      backordered: maybe(z.array(text)),
      units_left: maybe(z.record(text, z.int())),
    }),
  ),
  order_id: maybe(text),
  order_link: maybe(text.nullable()),
  expired: maybe(z.boolean()),
  erased: maybe(z.boolean()),
  expires_at: instant,
  ...stamps,
});

const taxLines = z.array(
  z.strictObject({
    rate_ppm: z.int(),
    jurisdiction: text,
    category: text,
    taxable_amount: amount,
    amount,
    included: z.boolean(),
  }),
);

const discountRecord = z.strictObject({
  code: maybe(text),
  title: text,
  amount,
  automatic: z.boolean(),
  method: z.enum(['each', 'across']),
  priority: z.int(),
  allocations: z.array(z.strictObject({ path: text, amount })),
});

const recorded = {
  id: text,
  type: z.enum(ADJUSTMENT_TYPES),
  line_items: z.array(
    z.strictObject({
      id: text,
      quantity: z.int(),
      without_money: maybe(z.int()),
      canceled: maybe(z.int()),
      restocked: maybe(z.int()),
      amount,
    }),
  ),
  amount,
  named: maybe(z.literal(true)),
  unpaid: maybe(z.literal(true)),
  reason: maybe(text),
  visible: maybe(z.literal(true)),
  created_at: instant,
};

const order = z.strictObject({
  id: text,
  display_id: text,
  organization_id: text,
  shop_id: text,
  deployment_id: text,
  buyer_id: text,
  checkout_id: text,
  platform: maybe(z.strictObject(platform)),
  attribution: maybe(z.record(z.string(), text)),
  currency: text,
  language: text,
  status: z.enum(ORDER_STATUSES),
  /** Orders of the second schema had it, and those that are left still do; nobody reads it. */
  held_from: maybe(text),
  hold_reason: maybe(text),
  hold_visible: maybe(z.literal(true)),
  hold_note: maybe(text),
  cancel_reason: maybe(text),
  cancel_visible: maybe(z.literal(true)),
  payment_status: z.enum(PAYMENT_STATUSES),
  line_items: z.array(
    z.strictObject({
      id: text,
      item: z.strictObject({ id: text, title: text, price: amount, image_url: text.nullable() }),
      quantity: z.strictObject({ total: z.int(), fulfilled: z.int(), canceled: z.int() }),
      counted: z.boolean(),
      options: maybe(itemOptions),
      backordered: maybe(z.strictObject({ units: z.int(), until: text })),
      parent_id: maybe(text),
      properties,
      totals,
      allocation: z.strictObject({ subtotal: amount, items_discount: amount, order_discount: amount, tax: amount }),
      tax_lines: maybe(taxLines),
    }),
  ),
  totals,
  included_tax: amount,
  shipping: z.strictObject({ fulfillment: amount, discount: amount, tax: amount, tax_lines: maybe(taxLines) }),
  fees: maybe(z.array(z.strictObject({ id: text, title: text, amount, tax: amount, tax_lines: taxLines }))),
  buyer: maybe(buyer),
  billing_address: maybe(postalAddress),
  discounts: maybe(z.strictObject({ codes: z.array(text), applied: z.array(discountRecord) })),
  fulfillment: z.strictObject({
    events: z.array(
      z.strictObject({
        id: text,
        type: z.enum(EVENT_TYPES),
        line_items: units,
        occurred_at: instant,
        carrier: maybe(text),
        description: maybe(text),
        tracking_number: maybe(text),
        tracking_url: maybe(text),
      }),
    ),
    expectations: z.array(
      z.strictObject({
        id: text,
        method_type: text,
        line_items: units,
        destination: maybe(z.union([destination, postalAddress])),
        description: text,
        fulfillable_on: instant,
      }),
    ),
  }),
  payment: z.strictObject({
    handler_id: maybe(text),
    attempt_id: maybe(text),
    instrument: maybe(instrument),
    provider_reference: maybe(text),
  }),
  adjustments: z.array(
    z.discriminatedUnion('status', [
      z.strictObject({ ...recorded, status: z.literal('pending') }),
      z.strictObject({ ...recorded, status: z.literal('completed'), settled_at: instant }),
      z.strictObject({ ...recorded, status: z.literal('failed'), settled_at: instant, failure: text }),
    ]),
  ),
  link: maybe(text.nullable()),
  ...stamps,
});

const agent = { ...tenant, description: text.nullable() };

export const ROW_FORMS: { readonly [T in TableName]: z.ZodType<Tables[T]> } = {
  organization: z.strictObject({
    id: text,
    name: text,
    public_log: maybe(z.boolean()),
    public_receipts: maybe(z.boolean()),
    quotas: maybe(
      z.strictObject({
        keys: maybe(z.int().nullable()),
        items: maybe(z.int().nullable()),
        open_carts: maybe(z.int().nullable()),
        rows: maybe(z.int().nullable()),
        bytes: maybe(z.int().nullable()),
      }),
    ),
    receivers: maybe(receivers),
    ...stamps,
  }),
  shop,
  deployment: z.strictObject({
    ...tenant,
    shop_id: text,
    ucp: maybe(
      z.strictObject({
        enabled: z.boolean(),
        host: text.nullable(),
        open: z.boolean(),
        platforms: z.array(text).nullable(),
      }),
    ),
    ucp_keys: maybe(
      z.array(
        z.strictObject({
          kid: text,
          x: text,
          y: text,
          sealed: text,
          created_at: instant,
          replaced_at: maybe(instant),
        }),
      ),
    ),
  }),
  agent: z.strictObject(agent),
  consumer: z.strictObject({ ...agent, linked_consumer_org_id: text.nullable(), linked_at: instant.nullable() }),
  api_key: z.strictObject({
    ...tenant,
    hash: text,
    hint: text,
    kind: z.enum(['deployment', 'organization']),
    deployment_id: text.nullable(),
    scopes: z.array(z.enum(SCOPES)),
    buyer_required: z.boolean(),
    ucp_profiles: maybe(z.array(text)),
    created_by: text.nullable(),
    expires_at: instant.nullable(),
    revoked_at: instant.nullable(),
    last_used_at: instant.nullable(),
  }),
  signing_key: z.strictObject({
    id: text,
    organization_id: text,
    agent_id: text.nullable(),
    public_key: text,
    key_fingerprint: text,
    jwk_thumbprint: text,
    status: z.enum(SIGNING_KEY_STATUSES),
    revoked_reason: text.nullable(),
    retired_at: instant.nullable(),
    revoked_at: instant.nullable(),
    ...stamps,
  }),
  item,
  discount,
  checkout,
  order,
  idempotency: z.strictObject({
    id: text,
    fingerprint: text,
    outcome: z.unknown(),
    sealed: maybe(z.literal(true)),
    caller_id: maybe(text),
    bytes: maybe(z.int().min(0)),
    created_at: instant,
    version: z.int().min(1),
  }),
  link_code: z.strictObject({
    id: text,
    organization_id: text,
    expires_at: instant,
    created_at: instant,
    version: z.int().min(1),
  }),
  platform_cart: z.strictObject({
    id: text,
    shop_id: text,
    deployment_id: text,
    platform: platformPart,
    lines,
    discount_codes: z.array(text),
    buyer: maybe(buyer),
    buyer_key: maybe(text),
    checkout_id: maybe(text),
    expires_at: instant,
    ...stamps,
  }),
  log_checkpoint: z.strictObject({
    id: text,
    organization_id: text,
    epoch: z.int().min(1),
    size: z.int().min(0),
    root: text,
    public_key: text,
    checkpoint: text,
    cose_signature: text,
    cosignatures: z.array(text),
    created_at: instant,
    version: z.int().min(1),
  }),
  webhook,
  delivery_lane: deliveryLane,
  delivery,
  log_publication: z.strictObject({
    id: text,
    organization_id: text,
    epoch: z.int().min(1),
    size: z.int().min(0),
    witnessed_size: z.int().min(0),
    witnesses: z.record(z.string(), z.int().min(0)),
    ...stamps,
  }),
  payment_note: z.strictObject({ id: text, text, created_at: instant, version: z.int().min(1) }),
};
