import { z } from 'zod';
import { DECISIONS } from '../attestation/countersignature.js';
import { ADJUSTMENT_STATUSES, ADJUSTMENT_TYPES } from '../domain/order/adjustment.js';
import { EVENT_TYPES } from '../domain/order/event.js';
import { HOLD_RULE_STATES } from '../domain/order/hold.js';
import { MAIL_PROBLEM_TYPES } from '../domain/order/mail-problem.js';
import { LINE_STATUSES, ORDER_STATUSES } from '../domain/order/order.js';
import { REQUEST_STATUSES, REQUEST_TYPES } from '../domain/order/order-request.js';
import { ORDER_ACTIONS } from '../domain/order/transitions.js';
import { CAPTURE_STATUSES } from '../domain/payment/capture.js';
import { DISPUTE_STATES } from '../domain/payment/dispute.js';
import { PAYMENT_STATUSES } from '../domain/payment/payment-status.js';
import { appliedDiscounts } from './applied-discount.js';
import { address, billingAddress, buyerAnswer, itemOptions, lineItemItem, property, total } from './checkout.js';
import { fees } from './fee.js';
import { lineId } from './line-item.js';
import { amount, answer, dateTime, id, linkUrl, text } from './primitives.js';
import { supersededBy } from './receipt.js';
import { taxLines } from './tax-line.js';

/** Id or number by which a caller specifies an order. */
export const orderName = id('Order id or number');

/** Lines in a request, with a number of units for each. */
export const orderLinesInput = z
  .array(z.strictObject({ id: lineId, quantity: z.int().min(1) }))
  .min(1)
  .max(100);

/** True if the buyer may read the reason. */
export const reasonVisible = z.boolean().default(false).describe('Show the buyer the reason');

/** Members of a request that name the carrier of units, and how to follow them. */
export const trackingInput = {
  carrier: text(100, 'Who carries it').exactOptional(),
  tracking_number: text(100, "The carrier's number").exactOptional(),
  tracking_url: linkUrl.exactOptional().describe('Where the buyer can follow it'),
};

const lineQuantity = answer({ id: z.string(), quantity: z.int() });

const tracking = {
  carrier: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().optional(),
};

const event = answer({
  id: z.string(),
  line_items: z.array(lineQuantity),
  occurred_at: dateTime('When it happened'),
  type: z.enum(EVENT_TYPES),
  description: z.string().optional(),
  ...tracking,
  earlier_tracking: z
    .array(answer({ ...tracking, until: dateTime('When it was replaced') }))
    .optional()
    .describe('Tracking that was corrected, oldest first; not for the buyer'),
});

const expectation = answer({
  id: z.string(),
  destination: address.optional(),
  line_items: z.array(lineQuantity),
  method_type: z.string(),
  description: z.string(),
  fulfillable_on: z.string(),
  fulfillable_by: z.string().describe("The last promised day in the shop's time zone, as people read it"),
});

const orderLine = answer({
  id: z.string(),
  item: lineItemItem,
  options: itemOptions.optional().describe('What this variant of its product had when it was ordered'),
  quantity: answer({
    total: z.int().describe('Units that were ordered'),
    fulfilled: z.int().describe('Units that left the shop'),
    canceled: z.int().describe('Units that were canceled before they left it'),
    returned: z.int().describe('Units that came back'),
  }),
  status: z.enum(LINE_STATUSES),
  totals: z.array(total),
  tax_lines: taxLines.optional(),
  parent_id: z.string().optional(),
  properties: z.array(property),
});

const external = z.boolean().describe("True: made without the portal, such as in the provider's dashboard");

/** Payment of an order. Includes displayable instrument details, but never a credential. */
const orderPayment = answer({
  handler_id: z.string().optional().describe('The payment handler; absent where there was nothing to pay'),
  handler_name: z.string().optional(),
  instrument: answer({
    type: z.string().optional(),
    brand: z.string().optional(),
    last_digits: z.string().optional(),
    expiry_month: z.int().optional(),
    expiry_year: z.int().optional(),
    rich_text_description: z.string().optional(),
  }).optional(),
  provider_reference: z.string().optional().describe('What the payment provider calls the payment'),
  amount_paid: amount('Minor units; 0 until it is paid'),
  amount_refunded: amount('Minor units that were given back'),
  amount_owed: amount('Minor units still to be paid outside the portal').optional(),
  received: z
    .array(
      answer({
        amount: amount('Minor units'),
        reference: z.string().optional().describe("The merchant's words; not for the buyer"),
        created_at: dateTime('When it was recorded'),
      }),
    )
    .optional()
    .describe('Amounts that the merchant recorded as received, oldest first, where there are any'),
  amount_capturable: amount('Minor units that can still be captured').optional(),
  authorized_until: dateTime('Until when an authorized payment can be captured').optional(),
  captures: z
    .array(
      answer({
        id: z.string(),
        status: z.enum(CAPTURE_STATUSES),
        amount: amount('Minor units'),
        final: z.boolean().describe('True: nothing more is captured after it'),
        event_id: z.string().optional().describe('The fulfillment event whose units it pays for'),
        external: external.optional(),
        created_at: dateTime('When it was requested'),
      }),
    )
    .optional()
    .describe('Captures of an authorized payment, oldest first'),
  disputes: z
    .array(
      answer({
        id: z.string().describe("The provider's id"),
        state: z.enum(DISPUTE_STATES),
        amount: amount('Minor units'),
        reason: z.string().optional().describe('As the provider states it'),
        opened_at: dateTime('When the buyer or the bank opened it'),
        evidence_due: dateTime('Until when evidence can be sent to the provider').optional(),
      }),
    )
    .optional()
    .describe('Disputes (chargebacks), oldest first, where there are any; not for the buyer'),
});

const adjustment = answer({
  id: z.string(),
  type: z.enum(ADJUSTMENT_TYPES),
  status: z.enum(ADJUSTMENT_STATUSES),
  line_items: z.array(
    answer({
      id: z.string(),
      quantity: z.int().describe('Units; 0 = an amount without units'),
      amount: amount('Minor units'),
    }),
  ),
  amount: amount('Minor units given back, or where unpaid is true, no longer owed'),
  unpaid: z.boolean().optional().describe('True: the amount was not paid or captured yet, and will not be'),
  uncaptured: amount('Minor units of the amount that were not captured yet, and will not be').optional(),
  external: external.optional(),
  reason: z.string().optional(),
  created_at: dateTime('When it was recorded'),
});

/** An entry in an order's history. */
export const historyEntry = answer({
  id: z.string(),
  action: z.string().describe('What happened, such as order.held'),
  actor: z.string().describe('Id of the key or link that made the change, or name of the part of the portal that did'),
  at: dateTime('When'),
  changed: z.array(z.string()).describe('Members of the order that changed'),
});

/** A request of the buyer after the sale. */
const orderRequest = answer({
  id: z.string(),
  type: z.enum(REQUEST_TYPES),
  status: z.enum(REQUEST_STATUSES),
  line_items: z.array(lineQuantity).optional().describe('Units to cancel or return; absent for all'),
  destination: address
    .extend({ full_name: z.string().optional(), instructions: z.string().optional() })
    .optional()
    .describe('The other address'),
  reason: z.string().optional().describe("The buyer's words"),
  answer: z.string().optional().describe("The merchant's words"),
  automatic: z.literal(true).optional().describe('A rule of the shop accepted it'),
  created_at: dateTime('When it was made'),
  answered_at: dateTime('When it was answered or withdrawn').optional(),
});

/** Items that were added to a placed order. */
const addition = answer({
  draft_id: z.string().describe('The draft order that the buyer pays'),
  total: amount('Minor units, at the prices of when they were added'),
  created_at: dateTime('When they were added'),
  expires_at: dateTime('Until when the buyer can pay them'),
  order_id: z.string().optional().describe('Their order, once they are paid'),
});

/** An order in the form of the API document. */
export const order = answer({
  id: z.string(),
  created_at: dateTime('When it was placed'),
  checkout_id: z.string(),
  currency: z.string(),
  permalink_url: z.string(),
  display_id: z.string().describe('The order number for people'),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  line_items: z.array(orderLine),
  totals: z.array(total),
  tax_lines: taxLines.optional().describe('All tax by rate, as ordered; absent where it is not known'),
  fees: fees.optional(),
  discounts: appliedDiscounts.optional(),
  buyer: buyerAnswer.optional(),
  billing_address: billingAddress.optional(),
  payment: orderPayment,
  fulfillment: answer({
    events: z.array(event),
    expectations: z.array(expectation),
    tax_lines: taxLines.optional().describe('The tax on the price of the delivery, by rate'),
  }),
  ucp: answer({ version: z.string(), capabilities: z.array(answer({ name: z.string(), version: z.string() })) }),
  messages: z.array(answer({ type: z.string(), content: z.string() })),
  permitted_actions: z.array(z.enum(ORDER_ACTIONS)).describe('What this key may do with the order now'),
  adjustments: z
    .array(adjustment)
    .optional()
    .describe('Refunds, returns and cancellations of units, where there are any'),
  adds_to: z.string().optional().describe('The earlier order with which it is sent'),
  additions: z.array(addition).optional().describe('Items added by the merchant, oldest first, where there are any'),
  requests: z
    .array(orderRequest)
    .optional()
    .describe('What the buyer asked for after the sale, oldest first, where there is anything'),
  release_when: answer({
    state: z.enum(HOLD_RULE_STATES).describe('disputed: only an acceptance or a cancellation ends the hold'),
    release_at: dateTime('When the order is released unless a receipt is disputed'),
    consumer_id: z.string().optional().describe('The only consumer whose decisions count; absent = any'),
  })
    .optional()
    .describe('The rule of the hold, where there is one: the consumer accepts, or time passes without a dispute'),
  countersignatures: z
    .array(
      answer({
        receipt_id: z.string(),
        consumer_id: z.string(),
        decision: z.enum(DECISIONS),
        reason: z.string().optional().describe('Why the consumer disputes'),
        reason_salt: z.string().optional().describe('Salt of the signed hash of reason'),
        at: dateTime('When it was accepted'),
      }),
    )
    .optional()
    .describe('What the consumer decided about receipts of this order, oldest first, where there is anything'),
  note: z.string().optional().describe("The merchant's note beside a hold, for keys with the scope fulfillment"),
  drafted_by: z
    .string()
    .optional()
    .describe('Id of the staff member or key that drafted it, for keys with the scope fulfillment'),
  mail_problem: answer({
    type: z.enum(MAIL_PROBLEM_TYPES).describe('address_refused: by a mail server; bounced: a mail came back'),
    code: z.string().describe("The mail server's code"),
    at: dateTime('Time of the rejection or bounce'),
  })
    .optional()
    .describe('Mail does not reach the buyer; for keys with the scope fulfillment'),
});

/** A receipt about an order. */
const orderReceipt = answer({
  id: z.string(),
  agent_id: z.string().describe('The agent that signed for the job'),
  resolution: z.string().describe('The receipt as signed'),
  received_at: dateTime('When it was accepted'),
  status: z.literal('verified'),
  superseded_by: supersededBy,
  allowed_until: dateTime('When its delegation ends; absent = it came with none').optional(),
});

/** An order with the receipts that contain its context_hash. */
export const orderWithReceipts = order.extend({
  receipts: z
    .array(orderReceipt)
    .optional()
    .describe('The newest 20 job receipts about the order, newest first, where there are any'),
});

/** An entry in the list of orders (docs/orders.md, Reading). */
export const orderSummary = answer({
  id: z.string(),
  display_id: z.string(),
  created_at: dateTime('When it was placed'),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  total: amount('Minor units'),
  item_count: z.int().describe('Units over all lines'),
  permalink_url: z.string(),
});

/** An entry in the list of a shop's orders. */
export const shopOrder = orderSummary.extend({
  deployment_id: z.string(),
  buyer_name: z.string().optional(),
  changed: z.int().describe('The number of its last change; larger than that of every change before in the shop'),
});

/** An order with its waiting requests. */
export const requestedOrder = answer({
  id: z.string(),
  display_id: z.string(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  buyer_name: z.string().optional(),
  requests: z.array(orderRequest).describe('Those that wait for the merchant'),
});

export type OrderRequestAnswer = z.infer<typeof orderRequest>;
export type RequestedOrder = z.infer<typeof requestedOrder>;
export type OrderReceipt = z.infer<typeof orderReceipt>;
export type ShopOrder = z.infer<typeof shopOrder>;
export type OrderAnswer = z.infer<typeof order>;
export type OrderSummary = z.infer<typeof orderSummary>;
