import { omitUndefined } from '../../domain/values/present.js';
import { addressView } from '../../view/fulfillment-view.js';
import { ATTESTATION, LINE_PROPERTIES, ORDER_ACTIONS } from '../capabilities.js';
import type { CanonicalOrder } from '../order/canonical.js';

/** Wire form of an order, without `ucp`; the same in 2026-04-08 and later. */
export function orderWire(order: CanonicalOrder, active: ReadonlySet<string>) {
  const {
    line_items,
    expectations: _promised,
    events: _happened,
    adjustments,
    attribution,
    messages,
    actions,
    attestation,
    ...members
  } = order;
  return {
    ...members,
    line_items: line_items.map(({ parent_id, properties, ...line }) => ({
      ...line,
      ...omitUndefined({ parent_id }),
      ...(active.has(LINE_PROPERTIES) && { properties }),
    })),
    fulfillment: fulfillmentWire(order),
    ...(adjustments.length > 0 && { adjustments: adjustments.map(adjustmentWire) }),
    ...(messages.length > 0 && { messages }),
    ...omitUndefined({ attribution }),
    ...(active.has(ORDER_ACTIONS) && omitUndefined(actions)),
    ...(active.has(ATTESTATION) && omitUndefined({ attestation })),
  };
}

/** Expectations and events; they are the same in all versions. */
export function fulfillmentWire({ expectations, events }: Pick<CanonicalOrder, 'expectations' | 'events'>) {
  return {
    expectations: expectations.map(({ address, ...one }) => ({ ...one, destination: addressView(address) })),
    events,
  };
}

function adjustmentWire({ line_items, amount, description, ...members }: CanonicalOrder['adjustments'][number]) {
  return {
    ...members,
    ...(line_items.length > 0 && { line_items }),
    ...(amount !== 0 && { totals: [{ type: 'total', amount }] }),
    ...omitUndefined({ description }),
  };
}
