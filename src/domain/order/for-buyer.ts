import type { Order } from './order.js';

/** The order as the buyer may read it: without the merchant's note, and with those reasons that were marked as visible. */
export function forBuyer(order: Order): Order {
  const { hold_reason, cancel_reason, hold_note, ...rest } = order;
  return {
    ...rest,
    ...(order.hold_visible && hold_reason !== undefined && { hold_reason }),
    ...(order.cancel_visible && cancel_reason !== undefined && { cancel_reason }),
    adjustments: order.adjustments.map((one) => {
      const { reason, ...adjustment } = one;
      return one.visible ? one : adjustment;
    }),
  };
}
