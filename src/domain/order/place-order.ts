import { discountRecords } from '../checkout/applied-discount.js';
import { backorderedUnits } from '../checkout/backorder.js';
import type { Attempt, Checkout } from '../checkout/checkout.js';
import { findItem } from '../checkout/checkout.js';
import { enteredCodes } from '../checkout/discounts.js';
import {
  DIGITAL_OPTION_ID,
  type FulfillmentOption,
  findServingOption,
  servableLines,
} from '../checkout/fulfillment.js';
import { keepPlatform, orderingBuyer } from '../checkout/platform-part.js';
import type { PricedLine } from '../checkout/pricing.js';
import type { Assessment } from '../checkout/status.js';
import { lineTotals, orderTotals } from '../checkout/totals.js';
import type { PaymentProgress } from '../payment/payment.js';
import { derivePaymentStatus } from '../payment/payment-status.js';
import { saleTitle } from '../shop/condition.js';
import { dayOf } from '../values/calendar.js';
import { describeDelivery } from './delivery-text.js';
import type { Expectation, Order, OrderLine } from './order.js';

/** Creates the order of a checkout that is being completed, from its frozen terms, without salts. */
export function placeOrder(
  assessment: Assessment,
  {
    id,
    display_id,
    provider_reference,
    progress,
  }: {
    readonly id: string;
    readonly display_id: string;
    /** Progress of the payment. Omit if there is nothing to pay. */
    readonly progress?: PaymentProgress | undefined;
    readonly provider_reference?: string | undefined;
  },
  now: number,
): Order {
  const { cart, pricing } = assessment;
  const { checkout, shop } = cart;
  const { attempt } = checkout;
  return {
    id,
    display_id,
    organization_id: shop.organization_id,
    shop_id: shop.id,
    deployment_id: checkout.deployment_id,
    buyer_id: orderingBuyer(checkout),
    checkout_id: checkout.id,
    ...draftOf(checkout),
    ...platformOf(checkout),
    currency: shop.settings.currency,
    language: shop.settings.language,
    status: 'processing',
    payment_status: progress ? derivePaymentStatus(progress, 0) : 'paid',
    line_items: orderLines(assessment),
    totals: orderTotals(pricing),
    included_tax: pricing.tax_included ? (pricing.tax ?? 0) : 0,
    shipping: {
      fulfillment: pricing.fulfillment ?? 0,
      discount: pricing.shipping_discount,
      tax: pricing.shipping_tax,
      tax_lines: pricing.shipping_tax_lines,
    },
    fees: pricing.fees,
    ...copyBuyer(checkout),
    discounts: { codes: enteredCodes(cart), applied: discountRecords(pricing.applied) },
    fulfillment: { events: [], expectations: expectationsOf(assessment) },
    payment: attempt ? paidBy(attempt, provider_reference, progress) : {},
    adjustments: [],
    ...(attempt?.grant && { grant: attempt.grant }),
    created_at: now,
    updated_at: now,
    version: 0,
  };
}

function paidBy(
  { id: attempt_id, handler_id, instrument }: Attempt,
  provider_reference: string | undefined,
  progress: PaymentProgress | undefined,
): Order['payment'] {
  return {
    handler_id,
    attempt_id,
    ...(instrument && { instrument }),
    ...(provider_reference !== undefined && { provider_reference }),
    ...(progress && { progress }),
  };
}

/** Buyer and billing address of the checkout. If it has no billing address, the payment instrument's is used. */
export function copyBuyer({ buyer, billing_address, attempt }: Checkout): Pick<Order, 'buyer' | 'billing_address'> {
  const billed = billing_address ?? attempt?.instrument?.billing_address;
  return { ...(buyer && { buyer }), ...(billed && { billing_address: billed }) };
}

/** The person or key that prepared the order, and their note; empty if the buyer's side prepared it. */
function draftOf({ draft }: Checkout): Pick<Order, 'drafted_by' | 'note' | 'adds_to'> {
  if (!draft) return {};
  const { by, note, with_order } = draft;
  return {
    drafted_by: by,
    ...(note !== undefined && { note }),
    ...(with_order && { adds_to: with_order.order_id }),
  };
}

/** The platform that placed the order, with its marketing source; empty if no platform placed it. */
function platformOf({ platform }: Checkout): Pick<Order, 'platform' | 'attribution'> {
  if (!platform) return {};
  const { attribution } = platform;
  return { platform: keepPlatform(platform), ...(attribution && { attribution }) };
}

function orderLines(assessment: Assessment): OrderLine[] {
  const late = backorderedUnits(assessment.cart);
  return assessment.pricing.lines.map((line, index) => orderLine(assessment, line, late[index] ?? 0));
}

function orderLine({ cart, pricing }: Assessment, priced: PricedLine, late: number): OrderLine {
  const item = findItem(cart, priced.line);
  const { subtotal, items_discount, order_discount, tax, tax_lines } = priced;
  const option = findServingOption(pricing, priced.line.id);
  return {
    id: priced.line.id,
    item: {
      id: item.id,
      title: saleTitle(item, cart.shop.settings.language),
      price: priced.unit_price,
      image_url: item.image_url,
    },
    ...(item.sku !== undefined && { sku: item.sku }),
    ...(item.options.length > 0 && { options: item.options }),
    quantity: { total: priced.line.quantity, fulfilled: 0, canceled: 0 },
    counted: item.counted,
    ...(late > 0 &&
      option && { backordered: { units: late, until: dayOf(option.latest, cart.shop.settings.time_zone) } }),
    ...(priced.line.parent_id !== undefined && { parent_id: priced.line.parent_id }),
    properties: priced.line.properties,
    totals: lineTotals(priced),
    allocation: { subtotal, items_discount, order_discount, tax },
    tax_lines,
  };
}

/** Creates one expectation for the physical option and one for digital delivery, if they have lines. */
function expectationsOf(assessment: Assessment): Expectation[] {
  const { selected, options } = assessment.pricing;
  const digital = options.find((option) => option.id === DIGITAL_OPTION_ID);
  const chosen = [selected, digital].filter(
    (option, index, all) => option !== undefined && all.indexOf(option) === index,
  );
  return chosen.flatMap((option, index) => (option ? expectation(assessment, option, `exp_${index + 1}`) : []));
}

function expectation({ cart }: Assessment, option: FulfillmentOption, id: string): Expectation {
  const { checkout } = cart;
  const lines = servableLines(cart, option.method_type);
  const destination = destinationOf(checkout, option);
  return {
    id,
    method_type: option.method_type,
    line_items: lines.map((line) => ({ id: line.id, quantity: line.quantity })),
    ...(destination && { destination }),
    description: describeDelivery(option.title, option.method_type === 'shipping' ? checkout.destination : undefined),
    fulfillable_on: option.latest,
  };
}

function destinationOf(checkout: Checkout, option: FulfillmentOption) {
  if (option.method_type === 'shipping') return checkout.destination;
  return option.location?.address;
}
