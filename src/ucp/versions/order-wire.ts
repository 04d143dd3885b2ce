import { present } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import type { CanonicalOrder } from '../order/canonical.js';

/** An order without `ucp`; 2026-04-08 and later say it alike. */
export function orderWire(order: CanonicalOrder) {
  const {
    line_items,
    expectations: _promised,
    events: _happened,
    adjustments,
    attribution,
    messages,
    ...members
  } = order;
  return {
    ...members,
    line_items: line_items.map(({ parent_id, ...line }) => ({ ...line, ...present({ parent_id }) })),
    fulfillment: fulfillmentWire(order),
    ...(adjustments.length > 0 && { adjustments: adjustments.map(adjustmentWire) }),
    ...(messages.length > 0 && { messages }),
    ...present({ attribution }),
  };
}

/** What was promised, and what happened; every version says it alike. */
export function fulfillmentWire({ expectations, events }: Pick<CanonicalOrder, 'expectations' | 'events'>) {
  return {
    expectations: expectations.map(({ address, ...one }) => ({ ...one, destination: addressView(address) })),
    events,
  };
}

function adjustmentWire({ line_items, amount, reason, ...members }: CanonicalOrder['adjustments'][number]) {
  return {
    ...members,
    ...(line_items.length > 0 && { line_items }),
    ...(amount !== 0 && { totals: [{ type: 'total', amount }] }),
    ...present({ description: reason }),
  };
}
