import { z } from 'zod';
import { billingAddress, discounts, fees, orderPayment, taxLines } from './books-contract.js';
import { orderMessage } from './message-contract.js';
import {
  addressMembers,
  buyer,
  checkoutTotals,
  currency,
  dateTime,
  id,
  idOf,
  itemOptions,
  lineId,
  lineItemItem,
  methodType,
  price,
  property,
  total,
  ucpVersion,
} from './shared-contract.js';

/** docs/orders.md, States. */
export const orderStatus = z.enum(['processing', 'on_hold', 'partially_fulfilled', 'fulfilled', 'canceled']);
export const paymentStatus = z.enum(['pending', 'paid', 'partially_refunded', 'refunded', 'voided']);
const permittedAction = z.enum(['hold', 'release', 'fulfill', 'cancel', 'refund', 'return', 'mark_paid']);

const lineQuantity = z.strictObject({ id: lineId, quantity: z.int().min(1) });

/** API document, Order `line_items`. Lines of an order have no `property_specs`. */
const orderLine = z.strictObject({
  id: lineId,
  item: lineItemItem,
  /** Not in the document; lines of a checkout have it too. */
  options: itemOptions.min(1).optional(),
  /** The document does not have `canceled` and `returned`. */
  quantity: z.strictObject({
    total: z.int().min(1),
    fulfilled: z.int().nonnegative(),
    canceled: z.int().nonnegative(),
    returned: z.int().nonnegative(),
  }),
  status: z.enum(['removed', 'fulfilled', 'partial', 'processing']),
  totals: z.array(total).min(1),
  tax_lines: taxLines,
  parent_id: lineId.optional(),
  properties: z.array(property).optional(),
});

/** API document, Order `fulfillment.events`, with the types in docs/orders.md, Fulfillment. */
const fulfillmentEvent = z.strictObject({
  id: idOf('evt'),
  line_items: z.array(lineQuantity),
  occurred_at: dateTime,
  type: z.enum([
    'shipped',
    'picked_up',
    'provisioned',
    'ready_for_pickup',
    'in_transit',
    'delivered',
    'failed_attempt',
    'undeliverable',
    'returned_to_sender',
  ]),
  carrier: z.string().optional(),
  description: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().optional(),
});

/** API document, Order `fulfillment.expectations`; a digital one may have no destination. */
const expectation = z.strictObject({
  id,
  destination: z.strictObject(addressMembers).optional(),
  line_items: z.array(lineQuantity),
  method_type: methodType,
  description: z.string().optional(),
  fulfillable_on: z.string().optional(),
  fulfillable_by: z.string().min(1),
});

/** An entry of `adjustments`, a list that only grows and is absent while it is empty (docs/orders.md, Refunds). */
const adjustment = z.strictObject({
  id,
  type: z.enum(['refund', 'return', 'cancellation']),
  status: z.enum(['pending', 'completed', 'failed']),
  /** Empty if the adjustment is for an amount rather than for units. */
  line_items: z.array(z.strictObject({ id: lineId, quantity: z.int().nonnegative(), amount: price })),
  amount: price,
  unpaid: z.literal(true).optional(),
  reason: z.string().optional(),
  created_at: dateTime,
});

/** docs/orders.md, Requests of buyers. */
const orderRequest = z.strictObject({
  id: idOf('req'),
  type: z.enum(['cancel', 'return', 'address_change']),
  status: z.enum(['waiting', 'accepted', 'refused', 'withdrawn']),
  line_items: z.array(lineQuantity).optional(),
  destination: z
    .strictObject({ ...addressMembers, full_name: z.string().optional(), instructions: z.string().optional() })
    .optional(),
  reason: z.string().optional(),
  answer: z.string().optional(),
  automatic: z.literal(true).optional(),
  created_at: dateTime,
  answered_at: dateTime.optional(),
});

/** API document, UcpEnvelope with a list of capabilities. Only checkouts have variants F and B. */
const ucp = z.strictObject({
  version: ucpVersion,
  capabilities: z.array(
    z.strictObject({
      name: z.string().min(1),
      version: z.string().min(1),
      config: z.record(z.string(), z.unknown()).optional(),
      extends: z.string().min(1).optional(),
      schema: z.string().optional(),
      spec: z.string().optional(),
    }),
  ),
});

/** API document, Order, with `adjustments`. */
export const order = z.strictObject({
  id: idOf('ord'),
  created_at: dateTime,
  checkout_id: idOf('chk'),
  currency,
  permalink_url: z.url(),
  display_id: z.string().min(1),
  status: orderStatus,
  payment_status: paymentStatus,
  line_items: z.array(orderLine).min(1),
  totals: checkoutTotals,
  tax_lines: taxLines,
  fees,
  discounts,
  buyer: buyer.optional(),
  billing_address: billingAddress.optional(),
  payment: orderPayment,
  fulfillment: z.strictObject({
    events: z.array(fulfillmentEvent),
    expectations: z.array(expectation),
    tax_lines: taxLines,
  }),
  ucp,
  messages: z.array(orderMessage),
  permitted_actions: z.array(permittedAction),
  adjustments: z.array(adjustment).min(1).optional(),
  adds_to: z.string().regex(/^ord_/).optional(),
  additions: z
    .array(
      z.strictObject({
        draft_id: z.string().regex(/^chk_/),
        total: z.int(),
        created_at: dateTime,
        expires_at: dateTime,
        order_id: z.string().regex(/^ord_/).optional(),
      }),
    )
    .min(1)
    .optional(),
  requests: z.array(orderRequest).min(1).optional(),
  release_when: z
    .strictObject({ state: z.enum(['waiting', 'disputed']), release_at: dateTime, consumer_id: z.string().optional() })
    .optional(),
  countersignatures: z
    .array(
      z.strictObject({
        receipt_id: z.uuid({ version: 'v7' }),
        consumer_id: z.string().regex(/^con_/),
        decision: z.enum(['accept', 'dispute']),
        reason: z.string().optional(),
        reason_salt: z.string().optional(),
        at: dateTime,
      }),
    )
    .min(1)
    .optional(),
  note: z.string().optional(),
  drafted_by: z.string().optional(),
  mail_problem: z
    .strictObject({ type: z.enum(['address_refused', 'bounced']), code: z.string(), at: dateTime })
    .optional(),
});

/** docs/orders.md: an order read by id includes the receipts about it. */
export const orderWithReceipts = order.extend({
  receipts: z
    .array(
      z.strictObject({
        id: z.uuid({ version: 'v7' }),
        agent_id: z.string().regex(/^agt_/),
        resolution: z.string().min(1),
        received_at: dateTime,
        status: z.literal('verified'),
        superseded_by: z.strictObject({ id: z.uuid({ version: 'v7' }) }).nullable(),
      }),
    )
    .min(1)
    .optional(),
});

/** An entry of `list_orders` (docs/orders.md, Reading). */
export const orderSummary = z.strictObject({
  id: idOf('ord'),
  display_id: z.string().min(1),
  created_at: dateTime,
  status: orderStatus,
  payment_status: paymentStatus,
  currency,
  total: price,
  item_count: z.int().min(1),
  permalink_url: z.url(),
});

/** API document, List orders; `pagination` is present only if there is a next page. */
export const orderSummaryList = z.strictObject({
  data: z.array(orderSummary),
  pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
});

/** docs/orders.md, Reading: action, time, author and changed members, without personal data. Oldest first. */
const historyEntry = z.strictObject({
  id,
  action: z.string().regex(/^order\.[a-z_]+$/),
  actor: id,
  at: dateTime,
  changed: z.array(z.string().min(1)),
});

export const orderHistory = z.strictObject({
  data: z.array(historyEntry),
  pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
});
