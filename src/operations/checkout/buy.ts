import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { MAX_DISCOUNT_CODES } from '../../domain/checkout/checkout.js';
import { required } from '../../domain/values/required.js';
import { announcedDestination, billingAddress, destination, payingBuyer } from '../../schema/address.js';
import { type CheckoutF, checkoutF } from '../../schema/checkout.js';
import { agentPaymentInput, paymentInput, shortPaymentInput } from '../../schema/payment.js';
import { amount, dataOf, id, text } from '../../schema/primitives.js';
import { undescribed } from '../../schema/undescribed.js';
import { lineEntries, lineEntry, withLikelyItems } from './add-entries.js';
import { countUnknown } from './apply-discount.js';
import { type PaymentCall, startPayment } from './begin-payment.js';
import { PURCHASE_ERRORS } from './build-purchase.js';
import type { PurchaseContext } from './cart-context.js';
import { buildPurchaseHints, findPurchase, recordBuilt } from './find-purchase.js';
import { finishPayment } from './pay-checkout.js';
import { answerOf } from './read-checkout.js';
import { summaryForAgents } from './summary-for-agents.js';
import { derivePurchaseKey } from './unstored-cart.js';

const shared = {
  selected_option_id: id('Option id, or "cheapest"; omit if all is digital').optional(),
  expected_total: amount('Agreed total, in minor units').min(0).optional(),
  max_total: amount('Agreed limit, in minor units').min(0).optional(),
};

const inputWith = <Payment extends z.ZodType>(payment: Payment) =>
  z.strictObject({
    line_items: lineEntries,
    buyer: payingBuyer.describe('Who buys'),
    billing_address: billingAddress.optional().describe('Billing address'),
    destination: destination.optional().describe('Where the goods go; needed for shipping'),
    ...shared,
    discount_codes: z
      .array(text(64, 'Discount code'))
      .max(MAX_DISCOUNT_CODES)
      .optional()
      .describe('Codes that the buyer gave'),
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

const properties = z.array(z.object({})).optional();

/** Other tools describe the same members, so this one only names them. */
const announced = z.strictObject({
  line_items: z
    .array(undescribed(lineEntry.omit({ id: true, parent_id: true }).extend({ properties })))
    .describe('As in add_line_items'),
  buyer: undescribed(payingBuyer.pick({ email: true, full_name: true })).describe('As in set_buyer'),
  billing_address: z.object({}).optional().describe('As in set_buyer'),
  destination: undescribed(announcedDestination.omit({ phone_number: true, instructions: true }), {
    address_country: '2-letter code',
  })
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
    'Builds a checkout of its own, pays it and places the order, under the rules of the single calls. The current cart does not change. Exactly one of `expected_total` and `max_total` must be sent, the total or limit that the buyer agreed to. If the buyer must act, or the payment is declined, the purchase is kept as an open checkout, which the error names.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  needsKey: true,
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
    ...PURCHASE_ERRORS,
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
      'Buy at once, beside the current cart, when you know items, address, and the total or limit that the buyer agreed to: send expected_total or max_total. If the buyer must act or the payment is declined, the error names the kept checkout_id; repeat the call afterwards. On complete_in_progress, call get_checkout.',
  },
  handle: async (context: PurchaseContext, { expected_total, max_total, payment, ...purchase }) => {
    const key = derivePurchaseKey(context, required(context.call.repeatable, 'idempotency key'));
    const call: PaymentCall<{ data: CheckoutF }> = {
      expected_total,
      max_total,
      payment,
      retriesDecline: true,
      responses: { answer: (rows, checkout, assessed) => answerOf(rows, context, checkout, assessed) },
      hints: buildPurchaseHints(context, key, purchase),
      find: (rows) => findPurchase(rows, context, key, purchase),
      keep: (checkout) => recordBuilt(context, checkout),
    };
    const { line_items, discount_codes = [] } = purchase;
    const start = () => startPayment(context, call);
    const started = await withLikelyItems(context, line_items, () =>
      discount_codes.length > 0 ? countUnknown(context, start) : start(),
    );
    return finishPayment(context, call, started);
  },
});
