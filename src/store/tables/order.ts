import { z } from 'zod';
import { DECISIONS } from '../../attestation/countersignature.js';
import { ADJUSTMENT_TYPES } from '../../domain/order/adjustment.js';
import { waitingSince } from '../../domain/order/answer-request.js';
import { EVENT_TYPES } from '../../domain/order/event.js';
import { HOLD_RULE_STATES } from '../../domain/order/hold.js';
import { releaseDueAt } from '../../domain/order/hold-rule.js';
import { MAIL_PROBLEM_TYPES } from '../../domain/order/mail-problem.js';
import { ORDER_STATUSES, type Order } from '../../domain/order/order.js';
import { moneyPendingSince } from '../../domain/order/order-payment.js';
import { REQUEST_STATUSES, REQUEST_TYPES } from '../../domain/order/order-request.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import { PAYMENT_STATUSES } from '../../domain/payment/payment-status.js';
import { once } from '../../domain/values/once.js';
import { checkout } from './checkout.js';
import { deployment } from './deployment.js';
import {
  amount,
  buyer,
  destination,
  instant,
  instrument,
  itemOptions,
  maybe,
  platform,
  postalAddress,
  properties,
  stamps,
  text,
  totals,
} from './forms.js';
import { idOf, SHOP_ID } from './owner-columns.js';
import { paymentProgress } from './payment-progress.js';
import { shop } from './shop.js';
import { paymentGrant } from './spending.js';
import type { PermanentTable } from './table.js';

const units = once(() => z.array(z.strictObject({ id: text, quantity: z.int() })));

const taxLines = once(() =>
  z.array(
    z.strictObject({
      rate_ppm: z.int(),
      jurisdiction: text,
      category: text,
      taxable_amount: amount,
      amount,
      included: z.boolean(),
    }),
  ),
);

const discountRecord = once(() =>
  z.strictObject({
    code: maybe(text),
    title: text,
    amount,
    automatic: z.boolean(),
    method: z.enum(['each', 'across']),
    priority: z.int(),
    allocations: z.array(z.strictObject({ path: text, amount })),
  }),
);

/** Members that an adjustment has in any status. */
const recorded = once(() => ({
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
  uncaptured: maybe(amount),
  external: maybe(z.literal(true)),
  reason: maybe(text),
  visible: maybe(z.literal(true)),
  created_at: instant,
}));

const fulfillment = once(() =>
  z.strictObject({
    events: z.array(
      z.strictObject({
        id: text,
        type: z.enum(EVENT_TYPES),
        line_items: units(),
        occurred_at: instant,
        carrier: maybe(text),
        description: maybe(text),
        tracking_number: maybe(text),
        tracking_url: maybe(text),
        earlier_tracking: maybe(
          z.array(
            z.strictObject({
              carrier: maybe(text),
              tracking_number: maybe(text),
              tracking_url: maybe(text),
              until: instant,
            }),
          ),
        ),
      }),
    ),
    expectations: z.array(
      z.strictObject({
        id: text,
        method_type: text,
        line_items: units(),
        destination: maybe(z.union([destination(), postalAddress()])),
        description: text,
        fulfillable_on: instant,
      }),
    ),
  }),
);

const evidence = once(() =>
  z.strictObject({
    context: maybe(z.literal(2)),
    entered: maybe(z.literal(true)),
    salts: z.strictObject({
      order: text,
      buyer: maybe(text),
      address: maybe(text),
      properties: maybe(text),
      texts: maybe(text),
      grant: maybe(text),
    }),
    hashes: maybe(
      z.strictObject({ buyer: maybe(text), address: maybe(text), properties: maybe(text), grant: maybe(text) }),
    ),
  }),
);

const orderRequest = once(() =>
  z.strictObject({
    id: text,
    type: z.enum(REQUEST_TYPES),
    status: z.enum(REQUEST_STATUSES),
    line_items: maybe(units()),
    destination: maybe(destination()),
    reason: maybe(text),
    answer: maybe(text),
    automatic: maybe(z.literal(true)),
    created_at: instant,
    answered_at: maybe(instant),
  }),
);

const holdRule = once(() =>
  z.strictObject({ state: z.enum(HOLD_RULE_STATES), release_at: instant, consumer_id: maybe(text) }),
);

const countersignature = once(() =>
  z.strictObject({
    receipt_id: text,
    consumer_id: text,
    is_success: z.boolean(),
    decision: z.enum(DECISIONS),
    reason: maybe(text),
    reason_salt: maybe(text),
    at: instant,
  }),
);

const addition = once(() =>
  z.strictObject({
    checkout_id: text,
    total: amount,
    created_at: instant,
    expires_at: instant,
    order_id: maybe(text),
  }),
);

export const order: PermanentTable<Order> = {
  form: once(() =>
    z.strictObject({
      id: text,
      display_id: text,
      organization_id: text,
      shop_id: text,
      deployment_id: text,
      buyer_id: text,
      checkout_id: text,
      drafted_by: maybe(text),
      adds_to: maybe(text),
      platform: maybe(z.strictObject(platform())),
      attribution: maybe(z.record(z.string(), text)),
      currency: text,
      language: text,
      status: z.enum(ORDER_STATUSES),
      /** Only orders stored under schema version 2 may have this member, and it is never read. */
      held_from: maybe(text),
      hold_reason: maybe(text),
      hold_visible: maybe(z.literal(true)),
      note: maybe(text),
      hold_note: maybe(text),
      hold_rule: maybe(holdRule()),
      countersigned: maybe(z.array(countersignature())),
      mail_problem: maybe(z.strictObject({ type: z.enum(MAIL_PROBLEM_TYPES), code: text, at: instant })),
      cancel_reason: maybe(text),
      cancel_visible: maybe(z.literal(true)),
      payment_status: z.enum(PAYMENT_STATUSES),
      line_items: z.array(
        z.strictObject({
          id: text,
          item: z.strictObject({ id: text, title: text, price: amount, image_url: text.nullable() }),
          sku: maybe(text),
          quantity: z.strictObject({ total: z.int(), fulfilled: z.int(), canceled: z.int() }),
          counted: z.boolean(),
          options: maybe(itemOptions()),
          backordered: maybe(z.strictObject({ units: z.int(), until: text })),
          parent_id: maybe(text),
          properties: properties(),
          totals: totals(),
          allocation: z.strictObject({ subtotal: amount, items_discount: amount, order_discount: amount, tax: amount }),
          tax_lines: maybe(taxLines()),
        }),
      ),
      totals: totals(),
      included_tax: amount,
      shipping: z.strictObject({ fulfillment: amount, discount: amount, tax: amount, tax_lines: maybe(taxLines()) }),
      fees: maybe(z.array(z.strictObject({ id: text, title: text, amount, tax: amount, tax_lines: taxLines() }))),
      buyer: maybe(buyer()),
      billing_address: maybe(postalAddress()),
      discounts: maybe(z.strictObject({ codes: z.array(text), applied: z.array(discountRecord()) })),
      fulfillment: fulfillment(),
      payment: z.strictObject({
        handler_id: maybe(text),
        attempt_id: maybe(text),
        instrument: maybe(instrument()),
        provider_reference: maybe(text),
        received: maybe(z.array(z.strictObject({ amount, reference: maybe(text), created_at: instant }))),
        progress: maybe(paymentProgress()),
      }),
      adjustments: z.array(
        z.discriminatedUnion('status', [
          z.strictObject({ ...recorded(), status: z.literal('pending') }),
          z.strictObject({ ...recorded(), status: z.literal('completed'), settled_at: instant }),
          z.strictObject({ ...recorded(), status: z.literal('failed'), settled_at: instant, failure: text }),
        ]),
      ),
      additions: maybe(z.array(addition())),
      requests: maybe(z.array(orderRequest())),
      grant: maybe(paymentGrant()),
      link: maybe(text.nullable()),
      evidence: maybe(evidence()),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    shop_id: SHOP_ID,
    deployment_id: { type: 'text', of: (row) => row.deployment_id },
    checkout_id: { type: 'text', of: (row) => row.checkout_id },
    display_id: { type: 'text', of: (row) => row.display_id },
    context_hash: { type: 'text', nullable: true, of: orderContextHash },
    buyer_id: { type: 'text', changes: true, of: (row) => row.buyer_id },
    status: { type: 'text', changes: true, of: (row) => row.status },
    payment_status: { type: 'text', changes: true, of: (row) => row.payment_status },
    money_since: { type: 'integer', nullable: true, changes: true, of: moneyPendingSince },
    release_at: { type: 'integer', nullable: true, changes: true, of: releaseDueAt },
    requested_at: { type: 'integer', nullable: true, changes: true, of: waitingSince },
  },
  filled: {
    changed: { type: 'integer' },
    seq: { type: 'integer', nullable: 'sqlite' },
    terms: { type: 'text' },
  },
  after: [shop, deployment, checkout],
  cached: true,
  removable: false,
};
