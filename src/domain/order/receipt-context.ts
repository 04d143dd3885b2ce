import { hash } from 'node:crypto';
import { canonicalRowText } from '../evidence/member-hash.js';
import { oncePer } from '../values/once-per.js';
import { wellFormedJson } from '../values/well-formed-json.js';
import { type Order, type OrderLine, orderTotal } from './order.js';
import { hiddenHash } from './order-evidence.js';
import { orderTaxLines } from './tax-lines.js';

/** The immutable part of an order. Receipts contain its hash (docs/receipts-format.md, Context). Minor units. */
export type ReceiptContext = ReturnType<typeof earlierContext> | ReturnType<typeof presentContext>;

/** Returns the context in the version that the order was placed with. */
export function receiptContext(order: Order): ReceiptContext {
  return order.evidence?.context === 2 ? presentContext(order) : earlierContext(order);
}

/**
 * Hash of the order's receipt context, computed once per row object. Equals the `contextHash` of `src/attestation`, which
 * also runs in browsers, in half the time.
 */
export const orderContextHash = oncePer(
  (order: Order) => `sha256:${hash('sha256', canonicalRowText(receiptContext(order)))}`,
);

/** The context in the form that `orderContextHash` hashes: without lone surrogates, which have no canonical text. */
export function hashableContext(order: Order): object {
  return Object.assign({}, wellFormedJson(receiptContext(order)));
}

/** Version 1, of orders placed before there was another. */
function earlierContext(order: Order) {
  return {
    v: 1 as const,
    order_id: order.id,
    checkout_id: order.checkout_id,
    currency: order.currency,
    created_at: new Date(order.created_at).toISOString(),
    line_items: order.line_items.map(({ id, item, quantity, properties, totals }) => ({
      id,
      item_id: item.id,
      quantity: quantity.total,
      properties: properties.map(({ name, value }) => ({ name, value })),
      total: orderTotal({ totals }),
    })),
    total: orderTotal(order),
  };
}

/** Version 2. Personal data and free text are hashed, so that they can be erased. */
function presentContext(order: Order) {
  const { organization_id, shop_id, deployment_id, payment, discounts, fulfillment } = order;
  const grant = hiddenHash(order, 'grant');
  return {
    v: 2 as const,
    order_id: order.id,
    display_id: order.display_id,
    checkout_id: order.checkout_id,
    seller: { organization_id, shop_id, deployment_id },
    currency: order.currency,
    created_at: new Date(order.created_at).toISOString(),
    line_items: order.line_items.map(lineContext),
    discounts: (discounts?.applied ?? []).map(({ code = null, title, amount }) => ({ code, title, amount })),
    tax: (orderTaxLines(order) ?? []).map(({ rate_ppm, jurisdiction, category, taxable_amount, amount, included }) => ({
      rate_ppm,
      jurisdiction,
      category,
      taxable_amount,
      amount,
      included,
    })),
    totals: order.totals.map(({ type, amount }) => ({ type, amount })),
    delivery: fulfillment.expectations.map(({ id, method_type, line_items, fulfillable_on }) => ({
      id,
      method_type,
      line_items: line_items.map((line) => ({ id: line.id, quantity: line.quantity })),
      fulfillable_on: new Date(fulfillable_on).toISOString(),
    })),
    payment: { handler_id: payment.handler_id ?? null, reference: payment.provider_reference ?? null },
    hidden: {
      buyer: hiddenHash(order, 'buyer'),
      address: hiddenHash(order, 'address'),
      properties: hiddenHash(order, 'properties'),
      // Absent instead of null, since the contexts of earlier orders do not have it.
      ...(grant !== null && { grant }),
    },
  };
}

function lineContext({ id, item, sku, options = [], quantity, parent_id, totals }: OrderLine) {
  return {
    id,
    item_id: item.id,
    title: item.title,
    sku: sku ?? null,
    options: options.map(({ name, value }) => ({ name, value })),
    parent_id: parent_id ?? null,
    unit_price: item.price,
    quantity: quantity.total,
    totals: totals.map(({ type, amount }) => ({ type, amount })),
  };
}
