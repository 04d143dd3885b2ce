import { omitUndefined } from '../../domain/values/present.js';
import type { CanonicalOrder } from '../order/canonical.js';
import { earlyTotals } from './early-wire.js';
import { fulfillmentWire } from './order-wire.js';

/** Wire form of an order in 2026-01-11: it has no currency and no negative numbers. */
export function earlyOrder(order: CanonicalOrder) {
  const { id, checkout_id, permalink_url, line_items, adjustments, totals } = order;
  return {
    id,
    checkout_id,
    permalink_url,
    line_items: line_items.map(lineWire),
    fulfillment: fulfillmentWire(order),
    ...(adjustments.length > 0 && { adjustments: adjustments.map(adjustmentWire) }),
    totals: earlyTotals(totals),
  };
}

type Line = CanonicalOrder['line_items'][number];

function lineWire({ id, item, quantity: { total, fulfilled }, status, totals, parent_id }: Line) {
  return {
    id,
    item,
    quantity: { total, fulfilled },
    totals: earlyTotals(totals),
    // This version has no `removed`. A line without remaining units has nothing left to deliver.
    status: status === 'removed' ? 'fulfilled' : status,
    ...omitUndefined({ parent_id }),
  };
}

type Adjustment = CanonicalOrder['adjustments'][number];

function adjustmentWire({ id, type, status, occurred_at, line_items, amount, description }: Adjustment) {
  return {
    id,
    type,
    status,
    occurred_at,
    ...(line_items.length > 0 && { line_items: line_items.map((line) => ({ ...line, quantity: -line.quantity })) }),
    ...(amount !== 0 && { amount: -amount }),
    ...omitUndefined({ description }),
  };
}
