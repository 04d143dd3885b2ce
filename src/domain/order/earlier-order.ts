import { discountRecords } from '../checkout/applied-discount.js';
import { type Checkout, frozenCart } from '../checkout/checkout.js';
import { enteredCodes } from '../checkout/discounts.js';
import { type Pricing, price } from '../checkout/pricing.js';
import { orderTotals } from '../checkout/totals.js';
import type { Order } from './order.js';
import { copyBuyer } from './place-order.js';

/**
 * Adds members to an order from an earlier version: the checkout's buyer, and discounts and tax rates recomputed from
 * its frozen terms. If the recomputed amounts differ from those of the order, discounts and rates are not added, so
 * that no number is invented.
 */
export function restoreAmounts(order: Order, checkout: Checkout): Order {
  const known = { ...copyBuyer(checkout), ...order };
  if (!checkout.frozen) return known;
  const cart = frozenCart(checkout, checkout.frozen);
  const pricing = price(cart);
  if (!isPricedAs(order, pricing)) return known;
  return {
    ...known,
    line_items: order.line_items.map((line, index) => ({ ...line, tax_lines: pricing.lines[index]?.tax_lines ?? [] })),
    shipping: { ...order.shipping, tax_lines: pricing.shipping_tax_lines },
    discounts: { codes: enteredCodes(cart), applied: discountRecords(pricing.applied) },
  };
}

function isPricedAs(order: Order, pricing: Pricing): boolean {
  const ofOrder = [
    order.totals,
    order.shipping.tax,
    order.line_items.map(({ id, allocation }) => [id, allocation.tax]),
  ];
  const computed = [orderTotals(pricing), pricing.shipping_tax, pricing.lines.map(({ line, tax }) => [line.id, tax])];
  return JSON.stringify(ofOrder) === JSON.stringify(computed);
}
