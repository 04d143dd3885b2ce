import { z } from 'zod';
import { billingAddress, discounts, fees, taxLines } from './books-contract.js';
import { fulfillment } from './fulfillment-contract.js';
import { checkoutMessage } from './message-contract.js';
import { checkoutLink, checkoutPayment } from './payment-contract.js';
import {
  buyer,
  checkoutTotals,
  country,
  currency,
  dateTime,
  idOf,
  itemOptions,
  lineId,
  lineItemItem,
  lineTotals,
  property,
  propertySpec,
  ucpVersion,
} from './shared-contract.js';

/** API document, States and transitions. */
export const CHECKOUT_STATUSES = [
  'incomplete',
  'ready_for_complete',
  'requires_escalation',
  'complete_in_progress',
  'completed',
  'canceled',
] as const;

/** API document, LineItem, as variant B shows it. */
const lineB = z.strictObject({
  id: lineId,
  item: lineItemItem,
  quantity: z.int().min(1),
  parent_id: lineId.optional(),
  properties: z.array(property).optional(),
  totals: lineTotals,
});

/** API document, LineItem, variant F: with the properties that the item accepts. */
const lineF = lineB.extend({
  property_specs: z.array(propertySpec).optional(),
  tax_lines: taxLines,
  /** The options of a product variant, which are not in the API document. */
  options: itemOptions.min(1).optional(),
  minimum_age: z.int().min(1).max(99).optional(),
});

/** API document, Checkout `context`. Country, currency and language are always present (docs/checkout.md, Context). */
const context = z.strictObject({
  address_country: country,
  address_region: z.string().optional(),
  postal_code: z.string().optional(),
  currency,
  language: z.string().min(2),
});

/** Variant F has capabilities keyed by name, each a list of objects with only `version`. */
const ucpF = z.strictObject({
  version: ucpVersion,
  capabilities: z
    .record(z.string().min(1), z.array(z.strictObject({ version: z.string().min(1) })).min(1))
    .refine((named) => 'dev.ucp.shopping.checkout' in named, 'needs dev.ucp.shopping.checkout'),
});

/** In variant B, capabilities are a list, and have no `config`, `schema` or `spec`. */
const ucpB = z.strictObject({
  version: ucpVersion,
  capabilities: z.array(
    z.strictObject({
      name: z.string().min(1),
      version: z.string().min(1),
      extends: z.string().min(1).optional(),
    }),
  ),
});

/** API document, Checkout: members of both variants. */
const both = {
  id: idOf('chk'),
  currency,
  totals: checkoutTotals,
  buyer: buyer.optional(),
  links: z.array(checkoutLink),
  payment: checkoutPayment,
};

/** API document, Checkout variant B, which has exactly these members (docs/checkout.md, Variants). */
export const checkoutB = z.strictObject({ ...both, line_items: z.array(lineB), ucp: ucpB });

/**
 * API document, Checkout variant F, which has every member that applies (docs/checkout.md, Variants). `order` is
 * present once an order exists, and `continue_url` in every state that is not final (docs/checkout.md, Status).
 */
export const checkoutF = z
  .strictObject({
    ...both,
    status: z.enum(CHECKOUT_STATUSES),
    line_items: z.array(lineF),
    tax_lines: taxLines,
    fees,
    discounts,
    billing_address: billingAddress.optional(),
    ucp: ucpF,
    context,
    fulfillment,
    messages: z.array(checkoutMessage),
    order: z.strictObject({ id: idOf('ord'), permalink_url: z.url() }).optional(),
    continue_url: z.url().optional(),
    expires_at: dateTime.optional(),
  })
  .refine((checkout) => (checkout.order !== undefined) === (checkout.status === 'completed'), {
    path: ['order'],
    message: 'stands exactly on a completed checkout',
  })
  .refine((checkout) => (checkout.continue_url === undefined) === isFinal(checkout.status), {
    path: ['continue_url'],
    message: 'stands in every state that is not final, and in no other',
  })
  .refine((checkout) => checkout.expires_at !== undefined || isFinal(checkout.status), {
    path: ['expires_at'],
    message: 'stands in every state that is not final',
  });

function isFinal(status: (typeof CHECKOUT_STATUSES)[number]): boolean {
  return status === 'completed' || status === 'canceled';
}
