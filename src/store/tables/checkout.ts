import { z } from 'zod';
import { abandonedSince } from '../../domain/checkout/abandoned.js';
import { type Checkout, FAILED_PAYMENTS } from '../../domain/checkout/checkout.js';
import { openDraftSince } from '../../domain/checkout/make-draft.js';
import { ACCOUNT_OWNERS } from '../../domain/payment/shop-account.js';
import { once } from '../../domain/values/once.js';
import { deployment } from './deployment.js';
import { discount } from './discount.js';
import {
  amount,
  buyer,
  destination,
  fees,
  instant,
  instrument,
  lines,
  maybe,
  platformPart,
  postalAddress,
  shippingPrice,
  stamps,
  text,
} from './forms.js';
import { item } from './item.js';
import { idOf, SHOP_ID } from './owner-columns.js';
import { laterCapture } from './payment-progress.js';
import { shop } from './shop.js';
import { paymentGrant } from './spending.js';
import type { PermanentTable } from './table.js';

const seenTerms = once(() =>
  z.strictObject({
    option: maybe(z.strictObject({ id: text, price: shippingPrice(), free_from: maybe(amount) })),
    tax_included: z.boolean(),
    taxes: z.array(z.strictObject({ country: text, region: maybe(text), category: text, rate_ppm: maybe(z.int()) })),
    fees: fees(),
  }),
);

const pendingAction = once(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('redirect'), url: text, expires_at: instant }),
    z.strictObject({ type: z.literal('client'), data: z.record(z.string(), text), expires_at: instant }),
  ]),
);

export const checkout: PermanentTable<Checkout> = {
  form: once(() =>
    z.strictObject({
      id: text,
      shop_id: text,
      deployment_id: text,
      buyer_id: text,
      platform: maybe(platformPart()),
      direct: maybe(z.strictObject({ content: maybe(text), built: maybe(text) })),
      purchase_key: maybe(text),
      draft: maybe(
        z.strictObject({
          by: text,
          note: maybe(text),
          mailed_at: maybe(instant),
          with_order: maybe(
            z.strictObject({
              order_id: text,
              items: z.array(z.strictObject({ id: text, units: z.int() })),
              option_id: maybe(text),
              destination: maybe(destination()),
            }),
          ),
        }),
      ),
      spender: maybe(text),
      state: z.enum(['open', 'paying', 'completed', 'canceled']),
      lines: lines(),
      buyer: maybe(buyer()),
      buyer_key: maybe(text),
      billing_address: maybe(postalAddress()),
      destination: maybe(destination()),
      selected_option_id: maybe(text),
      dropped_option_id: maybe(text),
      discount_codes: z.array(text),
      approved: maybe(text),
      age_confirmed: maybe(z.union([z.boolean(), z.number()])),
      terms_accepted: maybe(text),
      seen: maybe(seenTerms()),
      attempt: maybe(
        z.strictObject({
          id: text,
          handler_id: text,
          account: maybe(z.enum(ACCOUNT_OWNERS)),
          amount,
          currency: text,
          started_at: instant,
          by_buyer: maybe(z.literal(true)),
          instrument: maybe(instrument()),
          repeatable: maybe(z.strictObject({ id: text, fingerprint: text })),
          voiding: maybe(z.enum(['cancel', 'reopen'])),
          capture: maybe(laterCapture()),
          grant: maybe(paymentGrant()),
          action: maybe(pendingAction()),
          open_until: maybe(instant),
        }),
      ),
      failed_payment: maybe(z.enum(FAILED_PAYMENTS)),
      frozen: maybe(
        z.strictObject({
          shop: shop.form(),
          items: z.array(item.form()),
          discounts: z.array(discount.form()),
          codes: maybe(z.array(text)),
          priced_at: instant,
          rules: z.union([z.literal(1), z.literal(2), z.literal(3)]),
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
    }),
  ),
  key: idOf,
  columns: {
    shop_id: SHOP_ID,
    deployment_id: { type: 'text', of: (row) => row.deployment_id },
    // Changes when the buyer's data is erased. The place of a buyer's current cart is unique by it, so a direct checkout
    // has a value of its own, which no buyer reference can equal: those contain no space. Portals of an earlier version,
    // for which the key of a purchase is its id, cannot take the same place.
    buyer_id: {
      type: 'text',
      changes: true,
      of: (row) => (row.direct ? `${row.buyer_id} ${row.purchase_key ?? row.id}` : row.buyer_id),
    },
    purchase_key: { type: 'text', nullable: true, of: (row) => row.purchase_key ?? null },
    state: { type: 'text', changes: true, of: (row) => row.state },
    expires_at: { type: 'integer', changes: true, of: (row) => row.expires_at },
    payment_started_at: {
      type: 'integer',
      nullable: true,
      changes: true,
      of: (row) => row.attempt?.started_at ?? null,
    },
    ended_at: {
      type: 'integer',
      nullable: true,
      changes: true,
      of: (row) => (row.state === 'canceled' && !row.erased ? (row.expired ? row.expires_at : row.updated_at) : null),
    },
    drafted_at: { type: 'integer', nullable: true, changes: true, of: openDraftSince },
    abandoned_at: { type: 'integer', nullable: true, changes: true, of: abandonedSince },
  },
  after: [shop, deployment],
  cached: true,
  move: { takesPlaces: true },
  removable: false,
};
