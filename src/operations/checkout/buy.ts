import { z } from 'zod';
import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Rows } from '../../ports.js';
import { announcedBuyer, announcedDestination, billingAddress, buyer, destination } from '../../schema/address.js';
import { type CheckoutF, checkoutF } from '../../schema/checkout.js';
import { agentPaymentInput, paymentInput, shortPaymentInput } from '../../schema/payment.js';
import { amount, dataOf, id, text } from '../../schema/primitives.js';
import { undescribed } from '../../schema/undescribed.js';
import { lineEntries, lineEntry, withLikelyItems } from './add-entries.js';
import { countUnknown } from './apply-discount.js';
import { type PaymentCall, startPayment } from './begin-payment.js';
import { buildPurchaseNeeds, findPurchase, type Purchase } from './build-purchase.js';
import type { PaymentContext } from './cart-context.js';
import { finishPayment } from './pay-checkout.js';
import { answerOf } from './read-checkout.js';
import { summaryForAgents } from './summary-for-agents.js';
import { derivePurchaseId } from './unstored-cart.js';

const shared = {
  selected_option_id: id('Option id, or "cheapest"; omit if all is digital').optional(),
  expected_total: amount('Total that the buyer agreed to, in minor units').min(0).optional(),
  max_total: amount('Limit that the buyer agreed to, in minor units').min(0).optional(),
};

const inputWith = <Payment extends z.ZodType>(payment: Payment) =>
  z.strictObject({
    line_items: lineEntries,
    buyer: buyer.describe('Who buys; the email address is needed'),
    billing_address: billingAddress.optional().describe('Billing address'),
    destination: destination.optional().describe('Where the goods go; needed for shipping'),
    ...shared,
    discount_codes: z.array(text(64, 'Discount code')).max(20).optional().describe('Codes that the buyer gave'),
    payment: payment
      .optional()
      .describe('How to pay; optional if the only handler needs no instrument, or the total is 0'),
  });

const input = inputWith(paymentInput).superRefine(({ expected_total, max_total }, check) => {
  if ((expected_total === undefined) !== (max_total === undefined)) return;
  const message =
    'send either max_total or expected_total, the limit or total that the buyer agreed to; without one, ask the buyer for a limit';
  check.addIssue({ code: 'custom', path: ['max_total'], message });
});

/** Other tools describe the same members, so this one only names them. */
const announced = z.strictObject({
  line_items: z.array(undescribed(lineEntry.omit({ id: true, parent_id: true }))).describe('As in add_line_items'),
  buyer: undescribed(announcedBuyer.omit({ phone_number: true })).describe('As in set_buyer'),
  destination: undescribed(announcedDestination.omit({ phone_number: true }))
    .optional()
    .describe('As in set_destination'),
  ...shared,
  discount_codes: z.array(z.string()).optional().describe('Codes that the buyer gave'),
  payment: shortPaymentInput.optional().describe('As in complete_checkout'),
});

export const buy = defineOperation({
  name: 'buy',
  title: 'Buy in one call',
  description:
    'Builds a checkout of its own, pays it and places the order, under the rules of the single calls. The current cart does not change. Exactly one of `expected_total` and `max_total` must be sent. A purchase that is valid but cannot be paid as asked is kept as an open checkout, which the error names.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: false,
  input,
  inputErrors: { selected_option_id: 'fulfillment_option_unknown', discount_codes: 'discount_code_invalid' },
  output: dataOf(checkoutF),
  sample: ({ item }) => ({
    line_items: [{ item: { id: item }, quantity: 2 }],
    buyer: { email: 'ada@example.com', full_name: 'Ada Park' },
    destination: {
      address_country: 'US',
      address_region: 'OR',
      address_locality: 'Portland',
      postal_code: '97205',
      street_address: '1450 Juniper Street',
    },
    selected_option_id: 'cheapest',
    max_total: 7000,
    payment: { instruments: [{ id: 'account', handler_id: 'invoice' }] },
  }),
  errors: [
    'item_not_found',
    'item_unavailable',
    'parent_not_found',
    'property_unknown',
    'property_value_invalid',
    'line_item_conflict',
    'limit_exceeded',
    'fulfillment_option_unknown',
    'fulfillment_destination_required',
    'discount_code_invalid',
    'discount_code_expired',
    'discount_code_ineligible',
    'discount_code_already_applied',
    'checkout_closed',
    'checkout_not_ready',
    'out_of_stock',
    'total_changed',
    'payment_instrument_invalid',
    'payment_failed',
    'version_conflict',
  ],
  // A repeat may agree to another total, or pay by other means: nothing was charged before, or it gets the order.
  fingerprint: ({ expected_total, max_total, payment, ...purchase }) => purchase,
  http: { method: 'post', path: '/api/commerce/checkouts/buy' },
  mcp: {
    answer: summaryForAgents,
    input: inputWith(agentPaymentInput),
    announced,
    description:
      'Buy in one call, beside the current cart, when you know the items, the address, and the total or limit that the buyer agreed to: send expected_total or max_total. Pass idempotency_key, so that a repeat does not buy twice. If it cannot be paid as asked, the error names the checkout_id that keeps it all: correct and complete that. On complete_in_progress, call get_checkout with that id.',
  },
  handle: (context: PaymentContext & Context<'search'>, { expected_total, max_total, payment, ...purchase }) => {
    const { ids, call } = context;
    const checkout_id = call.repeatable ? derivePurchaseId(context, call.repeatable) : ids.next('chk');
    return payPurchase(context, purchase, {
      ...{ checkout_id, expected_total, max_total, payment, retriesDecline: true },
      responses: { answer: (rows, checkout) => answerOf(rows, context, checkout) },
      needs: buildPurchaseNeeds(purchase),
      find: (rows: Rows) => findPurchase(rows, context, checkout_id, purchase),
    });
  },
});

async function payPurchase(
  context: PaymentContext & Context<'search'>,
  { line_items, discount_codes = [] }: Purchase,
  call: PaymentCall<{ data: CheckoutF }>,
): Promise<Answer<{ data: CheckoutF }>> {
  const start = () => startPayment(context, call);
  const started = await withLikelyItems(context, line_items, () =>
    discount_codes.length > 0 ? countUnknown(context, start) : start(),
  );
  return finishPayment(context, call, started);
}
