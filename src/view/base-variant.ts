import type { CheckoutB, CheckoutF } from '../schema/checkout.js';
import { UCP_BASE } from './ucp.js';

/** Variant B of a checkout. It is a projection of variant F, so that both always agree. */
export function baseVariant(full: CheckoutF): CheckoutB {
  const { id, currency, totals, buyer, links, payment } = full;
  return {
    id,
    currency,
    line_items: full.line_items.map(({ options, minimum_age, property_specs, tax_lines, ...line }) => line),
    totals,
    ...(buyer && { buyer }),
    links,
    payment,
    ucp: UCP_BASE,
  };
}
