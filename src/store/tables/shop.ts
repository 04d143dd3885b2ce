import { z } from 'zod';
import { ADDRESS_CHECKS, CAPTURE_POLICIES, type Shop } from '../../domain/shop/shop.js';
import { NOTICE_KINDS } from '../../domain/values/notice-kinds.js';
import { once } from '../../domain/values/once.js';
import { amount, fees, maybe, postalAddress, shippingPrice, tenant, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

const days = once(() => z.strictObject({ min: z.int(), max: z.int() }));

const settings = once(() =>
  z.strictObject({
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
        price: shippingPrice(),
        free_from: maybe(amount),
        transit_days: days(),
      }),
    ),
    pickup: z.array(
      z.strictObject({
        id: text,
        title: text,
        description: maybe(text),
        amount,
        address: postalAddress(),
        ready_days: days(),
      }),
    ),
    fees: fees(),
    payment_handlers: z.array(text),
    links: z.array(z.strictObject({ type: text, url: text, title: maybe(text) })),
    review_limit: amount.nullable(),
    terms_required: maybe(z.boolean()),
    order_retention_years: maybe(z.int()),
    payment_capture: maybe(z.enum(CAPTURE_POLICIES)),
    order_link_days: maybe(z.int()),
    max_quantity: maybe(z.int()),
    address_check: maybe(z.enum(ADDRESS_CHECKS)),
    brand: maybe(
      z.strictObject({
        name: maybe(text),
        logo: maybe(text),
        accent_color: maybe(text),
        support_email: maybe(text),
        support_phone: maybe(text),
        imprint: maybe(z.strictObject({ name: maybe(text), address: maybe(postalAddress()), tax_number: maybe(text) })),
      }),
    ),
    grant_ceilings: maybe(
      z.strictObject({ per_order: maybe(amount), per_30_days: maybe(amount), days: maybe(z.int()) }),
    ),
    policies: maybe(z.strictObject({ returns: maybe(text), shipping: maybe(text), privacy: maybe(text) })),
    order_requests: maybe(
      z.strictObject({
        cancel_before_shipping: maybe(z.boolean()),
        address_before_shipping: maybe(z.boolean()),
        return_days: maybe(z.int()),
      }),
    ),
    invoice: maybe(z.strictObject({ due_days: z.int(), instructions: maybe(text) })),
    mail: maybe(
      z.strictObject({
        from: maybe(text),
        reply_to: maybe(text),
        staff: maybe(z.array(text)),
        low_stock: maybe(z.int()),
        disabled: maybe(z.array(z.enum(NOTICE_KINDS))),
      }),
    ),
  }),
);

export const shop: PermanentTable<Shop> = {
  form: once(() =>
    z.strictObject({
      ...tenant,
      description: text.nullable(),
      demo: z.boolean(),
      settings: settings(),
      order_links: maybe(text),
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  filled: { seq: { type: 'integer', nullable: 'sqlite' } },
  after: [organization],
  cached: true,
  removable: false,
};
