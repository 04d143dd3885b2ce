import { type DiscountRecord, discountRecords } from '../domain/checkout/applied-discount.js';
import { enteredCodes } from '../domain/checkout/discounts.js';
import type { Assessment } from '../domain/checkout/status.js';
import type { CheckoutF } from '../schema/checkout.js';

/** Discounts of a checkout or order in responses (UCP, Discount Extension). */
export function discountsView(codes: readonly string[], applied: readonly DiscountRecord[]): CheckoutF['discounts'] {
  return {
    codes: [...codes],
    applied: applied.map((one) => ({ ...one, allocations: one.allocations.map((part) => ({ ...part })) })),
  };
}

export function checkoutDiscountsView({ cart, pricing }: Assessment): CheckoutF['discounts'] {
  return discountsView(enteredCodes(cart), discountRecords(pricing.applied));
}
